import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useReset, type ResetFields } from './use-reset.ts'
import { MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/password-rules.ts'
import { useIsCommonPassword } from '#web/lib/use-is-common-password.ts'
import { useNewPasswordRules } from '#web/lib/use-new-password-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'

type Props = { token: string; onDone: () => void; onLinkEnded: () => void }

export function ResetForm(props: Props) {
  const { t } = useTranslation('forms')
  const whyId = useId()
  const form = useForm<ResetFields>({
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { submission, submit } = useReset({ ...props, setError: form.setError })
  const rules = useNewPasswordRules()
  const { errors } = form.formState
  const [password, confirm] = useWatch({ control: form.control, name: ['password', 'confirmPassword'] })
  // Only the server knows the account, so there are no personal words to check.
  const isCommon = useIsCommonPassword(password, NO_TEXTS)
  const missing = isCommon ? 'password' : firstMissing(password, confirm)
  const isBusy = submission.kind === 'submitting'

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {submission.kind === 'failed' && <FormFailure error={submission.error} text={submission.text} />}
      </div>
      <NewPasswordFields
        password={{
          label: t('password.new'),
          value: password,
          error: errors.password?.message,
          isCommon,
          field: form.register('password', rules.password),
        }}
        confirm={{
          label: t('confirm.label'),
          value: confirm,
          error: errors.confirmPassword?.message,
          field: form.register(
            'confirmPassword',
            rules.confirm(() => form.getValues('password')),
          ),
        }}
      />
      <Button
        type="submit"
        size="lg"
        disabled={missing !== null}
        isBusy={isBusy}
        aria-describedby={missing ? whyId : undefined}
      >
        {t(isBusy ? 'reset.submitting' : 'reset.submit')}
      </Button>
      {missing && (
        <p id={whyId} className="-mt-2 text-sm text-muted">
          {t(`register.why.${missing}`)}
        </p>
      )}
    </form>
  )
}

const NO_TEXTS: readonly string[] = []

function firstMissing(password: string, confirm: string): 'password' | 'confirm' | null {
  if (!meetsAllRules(password) || password.length > MAX_PASSWORD_LENGTH) return 'password'
  return confirm === password ? null : 'confirm'
}
