import { type ComponentProps, type ReactNode, useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmailField } from '#web/accounts/email-field.tsx'
import { IdentityPart } from '#web/accounts/identity/identity-button.tsx'
import { NewPasswordFields, useNewPasswordRules } from '#web/accounts/passwords/new-password-fields.tsx'
import { useIsCommonPassword } from '#web/accounts/passwords/use-is-common-password.ts'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Checkbox, Input } from '#web/ui/form/form-controls.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-failure.tsx'
import { emptyFields, firstMissing, type SignUpFields, useSignUp } from './use-sign-up.ts'

const MAX_NAME_LENGTH = 120

export function SignUpForm() {
  const { t } = useTranslation('forms')
  const whyId = useId()
  const form = useForm<SignUpFields>({ mode: 'onTouched', defaultValues: emptyFields })
  const { submission, submit } = useSignUp(form.setError)
  const rules = useNewPasswordRules()
  const textOf = useFailureText()
  const { errors } = form.formState
  const fields = { ...emptyFields, ...useWatch({ control: form.control }) }
  const formId = useEarlyInput(form, ['fullName', 'email', 'password', 'confirmPassword', 'agreeToTerms'])
  const isCommon = useIsCommonPassword(fields.password, [fields.email, fields.fullName])
  const missing = firstMissing(fields, isCommon)
  const isBusy = submission.kind === 'submitting'

  return (
    <form id={formId} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {submission.kind === 'failed' && (
          <FormFailure
            error={submission.error}
            text={textOf(submission.error, { fallback: 'registrationFailed', network: 'networkOrServer' })}
          />
        )}
      </div>
      <Field label={t('name.label')} error={errors.fullName?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('fullName', {
              validate: (value) => value.trim() !== '' || t('name.required'),
              maxLength: { value: MAX_NAME_LENGTH, message: t('name.tooLong') },
            })}
            autoComplete="name"
            enterKeyHint="next"
          />
        )}
      </Field>
      <EmailField
        error={errors.email?.message}
        register={(rules) => form.register('email', rules)}
        enterKeyHint="next"
      />
      <NewPasswordFields
        password={{
          label: t('password.label'),
          value: fields.password,
          error: errors.password?.message,
          isCommon,
          field: form.register('password', rules.password),
        }}
        confirm={{
          label: t('confirm.label'),
          value: fields.confirmPassword,
          error: errors.confirmPassword?.message,
          field: form.register(
            'confirmPassword',
            rules.confirm(() => form.getValues('password')),
          ),
        }}
      />
      <TermsCheckbox {...form.register('agreeToTerms')} />
      <Button
        type="submit"
        size="lg"
        disabled={missing !== null}
        isBusy={isBusy}
        aria-describedby={missing ? whyId : undefined}
      >
        {t(isBusy ? 'register.submitting' : 'register.submit')}
      </Button>
      {missing && (
        <p id={whyId} className="-mt-2 text-sm text-muted">
          {t(`register.why.${missing}`)}
        </p>
      )}
      <IdentityPart kind="signUp" />
    </form>
  )
}

/** The documents open in a new tab, so that the form keeps its values. */
function TermsCheckbox(props: Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  const { t } = useTranslation('forms')
  return (
    <Checkbox
      {...props}
      label={
        <Trans
          t={t}
          i18nKey="register.agree"
          components={{
            terms: <DocumentLink to={paths.terms()} />,
            privacy: <DocumentLink to={paths.privacy()} />,
          }}
        />
      }
    />
  )
}

/** The sentence around the link supplies its text. */
function DocumentLink({ to, children }: { to: string; children?: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <Link to={to} target="_blank" className="link">
      {children}
      <span className="sr-only"> {t('newTab')}</span>
    </Link>
  )
}
