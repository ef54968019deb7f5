import { useId, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#web/ui/field.tsx'
import { MatchHint } from '#web/ui/match-hint.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { PasswordRulesList } from '#web/ui/password-rules-list.tsx'
import { StrengthMeter } from '#web/ui/strength-meter.tsx'

/** Result of the form's `register` for a field. */
type Registered = ComponentProps<typeof PasswordInput>
type Part = { field: Registered; value: string; error: string | undefined; label: string }
type Props = { password: Part & { isCommon: boolean | null }; confirm: Part }

/** A new password with its strength and rules during typing, and its confirmation. */
export function NewPasswordFields({ password, confirm }: Props) {
  const { t } = useTranslation('forms')
  const [strengthId, rulesId, matchId] = [useId(), useId(), useId()]
  const isConfirmWrong = confirm.error !== undefined && confirm.value !== password.value
  return (
    <>
      <div className="grid gap-3">
        <Field label={password.label} error={password.error} describedBy={`${strengthId} ${rulesId}`}>
          {(control) => (
            <PasswordInput {...control} {...password.field} autoComplete="new-password" enterKeyHint="next" />
          )}
        </Field>
        <StrengthMeter id={strengthId} password={password.value} />
        <PasswordRulesList id={rulesId} password={password.value} isCommon={password.isCommon} />
      </div>
      <div className="grid gap-2">
        <Field label={confirm.label} describedBy={matchId}>
          {(control) => (
            <PasswordInput
              {...control}
              {...confirm.field}
              aria-invalid={isConfirmWrong || undefined}
              autoComplete="new-password"
              enterKeyHint="done"
              showLabel={t('confirm.show')}
            />
          )}
        </Field>
        <MatchHint id={matchId} password={password.value} confirm={confirm.value} error={confirm.error} />
      </div>
    </>
  )
}
