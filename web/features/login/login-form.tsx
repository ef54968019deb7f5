import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LoginNotice } from './login-notice.tsx'
import { useLogin } from './use-login.ts'
import { useEarlyInput } from '#web/lib/early-input.ts'
import { isEmail } from '#contracts/email-pattern.ts'
import { meetsAllRules } from '#contracts/password-rules.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { IdentityPart } from '#web/ui/identity-part.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { PasswordRulesList } from '#web/ui/password-rules-list.tsx'

export type LoginFields = { email: string; password: string; rememberMe: boolean }

export function LoginForm() {
  const { t } = useTranslation('forms')
  const rulesId = useId()
  const whyId = useId()
  const form = useForm<LoginFields>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', rememberMe: false },
  })
  const { errors } = form.formState
  const [email, password, rememberMe] = useWatch({
    control: form.control,
    name: ['email', 'password', 'rememberMe'],
  })
  const { attempt, submit } = useLogin(email)
  const formId = useEarlyInput(form, ['email', 'password', 'rememberMe'])
  const isLocked = attempt.kind === 'locked'
  const isReady = isEmail(email.trim()) && meetsAllRules(password) && !isLocked
  const isBusy = attempt.kind === 'submitting'

  return (
    <form id={formId} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <LoginNotice attempt={attempt} />
      <EmailField
        error={errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="next"
      />
      <Field
        label={t('password.label')}
        error={errors.password?.message}
        describedBy={rulesId}
        aside={
          <Link to={paths.forgotPassword()} className="link text-sm">
            {t('login.forgot')}
          </Link>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password', {
              required: t('password.required'),
              validate: (value) => meetsAllRules(value) || t('password.mustMeetRules'),
            })}
            autoComplete="current-password"
            enterKeyHint="go"
          />
        )}
      </Field>
      <PasswordRulesList id={rulesId} password={password} />
      <Checkbox {...form.register('rememberMe')} label={t('login.rememberMe')} />
      <Button
        type="submit"
        size="lg"
        disabled={!isReady}
        isBusy={isBusy}
        aria-describedby={isReady ? undefined : whyId}
      >
        {t(isBusy ? 'login.submitting' : 'login.submit')}
      </Button>
      {!isReady && (
        <p id={whyId} className="-mt-2 text-sm text-muted">
          {t(isLocked ? 'login.lockedWhy' : 'login.whyDisabled')}
        </p>
      )}
      <IdentityPart kind="signIn" rememberMe={rememberMe} />
    </form>
  )
}
