import { type ComponentProps, type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { emailSignup, PendingDates } from '#contracts/accounts/auth.ts'
import { isEmail } from '#contracts/accounts/credentials.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { IdentityPart } from '#web/accounts/identity/identity-button.tsx'
import {
  missingPassword,
  NewPasswordFields,
  useIsCommonPassword,
  useNewPasswordRules,
} from '#web/accounts/passwords/new-password-fields.tsx'
import { AlreadySignedIn, useEarlierAccount } from '#web/accounts/sign-in/already-signed-in.tsx'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import {
  PENDING_VERIFICATION_KEY,
  useSessionText,
  writeSessionText,
} from '#web/lib/browser/browser-storage.ts'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import { PENDING_DATES_KEY } from '#web/lib/dates/pending-dates.ts'
import { paths } from '#web/paths.ts'
import { AccountFrame, Address } from '#web/ui/account-frame.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Waiting } from '#web/ui/feedback/loaded.tsx'
import { FormFailure, useFormCall } from '#web/ui/form/form-call.tsx'
import { Checkbox, SubmitButton, TextField } from '#web/ui/form/form-controls.tsx'

function SignUpPage() {
  return (
    <>
      <PageMeta page="register" />
      <Content />
    </>
  )
}

export { SignUpPage as Component }

export const loader = pageLoader(['forms'])

function Content() {
  const { t } = useTranslation('forms')
  const earlier = useEarlierAccount()
  const [known, setPending] = useSessionText(PENDING_VERIFICATION_KEY)
  const [hasSignedUp, setSignedUp] = useState(false)
  // The panel is for returning visitors; a user who has just signed up is about to leave.
  const pending = hasSignedUp ? null : known
  if (earlier.status === 'signed-in') return <AlreadySignedIn email={earlier.user.email} />
  return (
    <AccountFrame
      title={t(pending ? 'register.pending.title' : 'register.title')}
      lead={pending ? undefined : t('register.subtitle')}
      step={pending ? 'pending' : 'form'}
      sun={pending ? 'low' : 'half'}
      after={<LoginLine isPending={pending !== null} />}
    >
      {pending ? (
        <PendingPanel email={pending} onOther={() => setPending(null)} />
      ) : (
        <FormOrWait
          isChecking={earlier.status === 'checking'}
          onSignedUp={() => setSignedUp(true)}
        />
      )}
    </AccountFrame>
  )
}

type FormProps = { isChecking: boolean; onSignedUp: () => void }

function FormOrWait({ isChecking, onSignedUp }: FormProps) {
  const { t } = useTranslation('components')
  return isChecking ? <Waiting>{t('loading')}</Waiting> : <SignUpForm onSignedUp={onSignedUp} />
}

function LoginLine({ isPending }: { isPending: boolean }) {
  const { t } = useTranslation('forms')
  return (
    <p>
      {!isPending && `${t('register.haveAccount')} `}
      <Link to={paths.login()} className="link font-semibold">
        {t(isPending ? 'backToLogin' : 'login.submit')}
      </Link>
    </p>
  )
}

type Props = { email: string; onOther: () => void }

/** Shown to visitors who signed up and return to this page before they confirm the address. */
function PendingPanel({ email, onOther }: Props) {
  const { t } = useTranslation('forms')
  return (
    <div className="grid gap-5">
      <p>
        <Trans
          t={t}
          i18nKey="register.pending.text"
          components={{ address: <Address>{email}</Address> }}
        />
      </p>
      <LinkButton to={paths.emailVerification({ email })} size="lg">
        {t('register.pending.continue')}
      </LinkButton>
      <Button variant="secondary" onClick={onOther}>
        {t('register.pending.other')}
      </Button>
    </div>
  )
}

const MAX_NAME_LENGTH = 120

function SignUpForm({ onSignedUp }: { onSignedUp: () => void }) {
  const { t } = useTranslation('forms')
  const form = useForm<SignUpFields>({ mode: 'onTouched', defaultValues: emptyFields })
  const signUp = useSignUp(onSignedUp)
  const { submit, failure, isBusy } = useFormCall(form, signUp, (error) => {
    const field = fieldOf(error.field)
    return field && { field }
  })
  const rules = useNewPasswordRules()
  const { errors } = form.formState
  const fields = { ...emptyFields, ...useWatch({ control: form.control }) }
  const formId = useEarlyInput(form, [
    'fullName',
    'email',
    'password',
    'confirmPassword',
    'agreeToTerms',
  ])
  const isCommon = useIsCommonPassword(fields.password, [fields.email, fields.fullName])
  const missing = firstMissing(fields, isCommon)

  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <FormFailure error={failure} fallback="registrationFailed" network="networkOrServer" />
      <TextField
        label={t('name.label')}
        error={errors.fullName?.message}
        {...form.register('fullName', {
          validate: (value) => value.trim() !== '' || t('name.required'),
          maxLength: { value: MAX_NAME_LENGTH, message: t('name.tooLong') },
        })}
        autoComplete="name"
        enterKeyHint="next"
      />
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
          field: form.register('confirmPassword', rules.confirm),
        }}
      />
      <TermsCheckbox {...form.register('agreeToTerms')} />
      <SubmitButton isBusy={isBusy} why={missing && t(`register.why.${missing}`)}>
        {t(isBusy ? 'register.submitting' : 'register.submit')}
      </SubmitButton>
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

function useSignUp(onSignedUp: () => void) {
  const navigate = useNavigate()
  const signup = useCall(emailSignup)
  return async ({ fullName, email, password }: SignUpFields) => {
    const address = email.trim()
    const pendingDates = pendingDatesOf(sessionStorage.getItem(PENDING_DATES_KEY))
    const body = {
      name: fullName.trim(),
      email: address,
      password,
      ...(pendingDates && { pendingDates }),
    }
    await signup.mutateAsync({ body })
    onSignedUp()
    await navigate(paths.emailVerification({ email: address }))
    writeSessionText(PENDING_VERIFICATION_KEY, address)
  }
}

export type SignUpFields = {
  fullName: string
  email: string
  password: string
  confirmPassword: string
  agreeToTerms: boolean
}

const emptyFields: SignUpFields = {
  fullName: '',
  email: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
}

type Missing = 'name' | 'email' | 'password' | 'common' | 'confirm' | 'agree'

/** The first missing field, from top to bottom; null when the form can be submitted. */
export function firstMissing(
  fields: SignUpFields,
  isCommon: boolean | null = null,
): Missing | null {
  if (fields.fullName.trim() === '') return 'name'
  if (!isEmail(fields.email.trim())) return 'email'
  const { password, confirmPassword, agreeToTerms } = fields
  return missingPassword(password, confirmPassword, isCommon) ?? (agreeToTerms ? null : 'agree')
}

const fieldsByTheirName: Partial<Record<string, keyof SignUpFields>> = {
  name: 'fullName',
  email: 'email',
  password: 'password',
}

export const fieldOf = (blamed: string | undefined): keyof SignUpFields | null =>
  fieldsByTheirName[blamed ?? ''] ?? null

/** The dates picked before signing up, read from session storage. The stored text is untrusted. */
export function pendingDatesOf(stored: string | null): PendingDates | null {
  try {
    const parsed = PendingDates.safeParse(JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
