import { Check, Circle, type LucideIcon, X } from 'lucide-react'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  MAX_PASSWORD_LENGTH,
  meetsAllRules,
  type Strength,
  strengthOf,
} from '#contracts/accounts/credentials.ts'
import { cn } from '#web/lib/cn.ts'
import { Field, TextField } from '#web/ui/form/form-controls.tsx'
import { PasswordInput, PasswordRulesList } from './password-input.tsx'

type Registered = ComponentProps<typeof PasswordInput>
type Part = { field: Registered; value: string; error: string | undefined; label: string }
type Props = { password: Part & { isCommon: boolean | null }; confirm: Part }

export function NewPasswordFields({ password, confirm }: Props) {
  const { t } = useTranslation('forms')
  const [strengthId, rulesId, matchId] = [useId(), useId(), useId()]
  const match = matchOf(password.value, confirm.value)
  // This comparison is more recent than the form's; what the server refused still stands.
  const isOutdated =
    match === 'match' && [t('confirm.differ'), t('confirm.required')].includes(confirm.error ?? '')
  const confirmError = isOutdated ? undefined : confirm.error
  return (
    <>
      <div className="grid gap-3">
        <TextField
          label={password.label}
          error={password.error}
          describedBy={`${strengthId} ${rulesId}`}
          as={PasswordInput}
          {...password.field}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <StrengthMeter id={strengthId} password={password.value} />
        <PasswordRulesList id={rulesId} password={password.value} isCommon={password.isCommon} />
      </div>
      <div className="grid gap-2">
        <Field label={confirm.label} describedBy={matchId}>
          {(control) => (
            <PasswordInput
              {...control}
              {...confirm.field}
              aria-invalid={confirmError !== undefined || undefined}
              autoComplete="new-password"
              enterKeyHint="done"
              showLabel={t('confirm.show')}
            />
          )}
        </Field>
        <MatchHint id={matchId} match={match} error={confirmError} />
      </div>
    </>
  )
}

export function useNewPasswordRules() {
  const { t } = useTranslation('forms')
  return {
    password: {
      required: t('password.required'),
      maxLength: { value: MAX_PASSWORD_LENGTH, message: t('password.tooLong') },
      validate: (value: string) => meetsAllRules(value) || t('password.mustMeetRules'),
    },
    confirm: {
      required: t('confirm.required'),
      validate: (value: string, { password }: { password: string }) =>
        value === password || t('confirm.differ'),
    },
  }
}

const steps: readonly Strength[] = ['weak', 'medium', 'strong']
const meterColours: Record<Strength, string> = {
  weak: 'bg-bad',
  medium: 'bg-muted',
  strong: 'bg-good',
}

/** As a word; the bars only repeat it. */
function StrengthMeter({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('forms')
  const strength = password === '' ? null : strengthOf(password)
  const filled = strength ? steps.indexOf(strength) + 1 : 0
  return (
    <div id={id} className="grid gap-2 text-sm">
      <div className="grid grid-cols-3 gap-1.5" aria-hidden>
        {steps.map((step, index) => (
          <span
            key={step}
            className={cn(
              'h-1 rounded-full',
              strength && index < filled
                ? meterColours[strength]
                : 'bg-sunken forced-colors:border',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-muted">
        {t('strength.title')}{' '}
        <span className={strength === null ? undefined : 'font-semibold text-ink'}>
          {t(`strength.${strength ?? 'none'}`)}
        </span>
      </p>
    </div>
  )
}

type Match = 'waiting' | 'match' | 'differ'

const icons: Record<Match, LucideIcon> = { waiting: Circle, match: Check, differ: X }
const hintColours: Record<Match, string> = {
  waiting: 'text-muted',
  match: 'text-good',
  differ: 'text-bad',
}

type MatchHintProps = {
  id: string
  match: Match
  /**
   * Replaces the hint, because an extra line would move the button that the user is about to press.
   */
  error: string | undefined
}

function MatchHint({ id, match, error }: MatchHintProps) {
  const { t } = useTranslation('forms')
  const isError = error !== undefined
  const Icon = isError ? X : icons[match]
  return (
    <p
      id={id}
      aria-live="polite"
      className={cn('flex items-start gap-2 text-sm', isError ? 'text-bad' : hintColours[match])}
    >
      <Icon className="mt-1 size-3.5 shrink-0" aria-hidden />
      {error ?? t(`confirm.${match}`)}
    </p>
  )
}

function matchOf(password: string, confirm: string): Match {
  if (confirm === '') return 'waiting'
  return confirm === password ? 'match' : 'differ'
}

type CommonCheck = (password: string, ownTexts: readonly string[]) => boolean

/**
 * By the same rule as on the server, with a list that loads on the first keystroke. Null until
 * then; without the list only the server checks.
 */
export function useIsCommonPassword(password: string, ownTexts: readonly string[]): boolean | null {
  const [check, setCheck] = useState<CommonCheck | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped || check) return
    let isUnmounted = false
    import('./common-passwords.ts').then(
      ({ isCommon }) => {
        if (!isUnmounted) setCheck(() => isCommon)
      },
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [isTyped, check])
  if (!check || !isTyped || password.length > MAX_PASSWORD_LENGTH) return null
  return check(password, ownTexts)
}

/** The missing part of a new password; null if it is complete. */
export function missingPassword(
  password: string,
  confirm: string,
  isCommon: boolean | null,
): 'password' | 'common' | 'confirm' | null {
  if (!meetsAllRules(password) || password.length > MAX_PASSWORD_LENGTH) return 'password'
  if (isCommon) return 'common'
  return confirm === password ? null : 'confirm'
}
