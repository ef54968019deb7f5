import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AgreeBox } from './agree-box.tsx'
import { emptyFields, firstMissing, type RegisterFields } from './register-fields.ts'
import { useRegister } from './use-register.ts'
import { useEarlyInput } from '#web/lib/early-input.ts'
import { useFailureText } from '#web/lib/failure-text.ts'
import { useIsCommonPassword } from '#web/lib/use-is-common-password.ts'
import { useNewPasswordRules } from '#web/lib/use-new-password-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { IdentityPart } from '#web/ui/identity-part.tsx'
import { Input } from '#web/ui/input.tsx'
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx'

const MAX_NAME_LENGTH = 120

export function RegisterForm() {
  const { t } = useTranslation('forms')
  const whyId = useId()
  const form = useForm<RegisterFields>({ mode: 'onTouched', defaultValues: emptyFields })
  const { submission, submit } = useRegister(form.setError)
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
      <AgreeBox {...form.register('agreeToTerms')} />
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
