import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { type CurrentUser, listSessions } from '#contracts/accounts/auth.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
} from '#contracts/accounts/second-factor.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { useReauthentication } from '#web/accounts/identity/confirm-identity.tsx'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { showServerError, useFailureToast } from './action-feedback.ts'
import { Section } from './settings-page.tsx'
import { useForm } from 'react-hook-form'
import { PasswordInput } from '#web/accounts/passwords/password-input.tsx'
import { isApiError } from '#web/api/api-error.ts'
import { notify } from '#web/lib/toast.ts'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { CodeInput, TextField } from '#web/ui/form/form-controls.tsx'

type Open = { kind: 'none' } | { kind: 'set-up'; enrolment: Enrolment } | { kind: 'end' }

export function SecondFactorSection({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const factor = useQuery(q(getSecondFactor, {}))
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const begin = useBegin(user, (enrolment) => setOpen({ kind: 'set-up', enrolment }))
  const close = () => {
    setOpen({ kind: 'none' })
    void reload(getSecondFactor, listSessions)
  }
  return (
    <Section title={t('secondFactor.title')} text={t('secondFactor.text')}>
      <Loaded query={factor} skeleton={<Skeleton bones={['h-11']} />}>
        {(data) => (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <State {...data} />
            {data.onSince === null ? (
              <Button variant="secondary" isBusy={begin.isBusy} onClick={() => void begin.run()}>
                {t('secondFactor.turnOn')}
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => setOpen({ kind: 'end' })}>
                {t('secondFactor.turnOff')}
              </Button>
            )}
          </div>
        )}
      </Loaded>
      {begin.dialog}
      {open.kind === 'set-up' && <SetUpSecondFactor enrolment={open.enrolment} onEnd={close} />}
      {open.kind === 'end' && <EndSecondFactor user={user} onEnd={close} />}
    </Section>
  )
}

type StateProps = { onSince: string | null; recoveryCodesLeft: number }

function State({ onSince, recoveryCodesLeft }: StateProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  if (onSince === null) return <p className="font-medium">{t('secondFactor.offState')}</p>
  return (
    <div>
      <p className="font-medium">{t('secondFactor.onState', { date: formats.day(onSince) })}</p>
      <p className="text-sm text-muted">{t('secondFactor.left', { count: recoveryCodesLeft })}</p>
    </div>
  )
}

function useBegin(user: CurrentUser, onBegun: (enrolment: Enrolment) => void) {
  const fail = useFailureToast()
  const call = useCall(beginSecondFactor)
  const reauthentication = useReauthentication(user)
  const run = async () => {
    try {
      const enrolment = await reauthentication.run(() => call.mutateAsync({}))
      if (enrolment) onBegun(enrolment)
    } catch (error) {
      fail('secondFactor', error)
    }
  }
  return { run, isBusy: call.isPending, dialog: reauthentication.dialog }
}

type Props = { user: CurrentUser; onEnd: () => void }

/** Asks for the password too: the phone may be in other hands. */
function EndSecondFactor({ user, onEnd }: Props) {
  const { t } = useTranslation('settings')
  const { hasPassword } = user
  const { form, submit, isBusy, dialog } = useEnd(user, onEnd)
  const { errors } = form.formState
  return (
    <Dialog
      onClose={onEnd}
      title={t('secondFactor.offTitle')}
      description={t(hasPassword ? 'secondFactor.offText' : 'secondFactor.offTextProvider')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-5">
        {hasPassword && (
          <TextField
            label={t('secondFactor.password')}
            error={errors.currentPassword?.message}
            as={PasswordInput}
            {...form.register('currentPassword', { required: t('password.currentRequired') })}
            autoComplete="current-password"
          />
        )}
        <TextField
          label={t('secondFactor.code')}
          error={errors.code?.message}
          as={CodeInput}
          {...form.register('code', { required: t('secondFactor.codeRequired') })}
        />
        <DialogButtons cancel={{ onCancel: onEnd }}>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {t('secondFactor.turnOff')}
          </Button>
        </DialogButtons>
      </form>
      {dialog}
    </Dialog>
  )
}

type Fields = { currentPassword: string; code: string }

function useEnd(user: CurrentUser, onEnd: () => void) {
  const fail = useFailureToast()
  const call = useCall(endSecondFactor)
  const reauthentication = useReauthentication(user)
  const form = useForm<Fields>({ defaultValues: { currentPassword: '', code: '' } })
  const submit = form.handleSubmit(async ({ currentPassword, code }) => {
    const body = { code, ...(user.hasPassword && { currentPassword }) }
    try {
      const done = await reauthentication.run(() => call.mutateAsync({ body }))
      if (!done) return
      notify({ kind: 'success', subject: 'secondFactor', title: done.message })
      onEnd()
    } catch (error) {
      // On a phone the toast would lie over the button, and the field says the same.
      if (isApiError(error) && error.field !== undefined)
        showServerError(form.setError, ['currentPassword', 'code'], error)
      else fail('secondFactor', error)
    }
  })
  return { form, submit, isBusy: call.isPending, dialog: reauthentication.dialog }
}

type Enrolment = ResponseOf<typeof beginSecondFactor>

type SetUpProps = { enrolment: Enrolment; onEnd: () => void }

/** The key, a first code, and then the recovery codes, which are shown only here. */
function SetUpSecondFactor({ enrolment, onEnd }: SetUpProps) {
  const { t } = useTranslation('settings')
  const [done, setDone] = useState<ResponseOf<typeof confirmSecondFactor> | null>(null)
  const codes = done?.recoveryCodes
  // Only once the codes were read: on a phone the toast would lie over their button.
  const end = () => {
    if (done) notify({ kind: 'success', subject: 'secondFactor', title: done.message })
    onEnd()
  }
  return (
    <Dialog
      onClose={end}
      title={t(codes ? 'secondFactor.codesTitle' : 'secondFactor.setUpTitle')}
      description={t(codes ? 'secondFactor.codesText' : 'secondFactor.scan')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onEnd={end} />
      ) : (
        <Confirmation enrolment={enrolment} onDone={setDone} onCancel={onEnd} />
      )}
    </Dialog>
  )
}

type ConfirmationProps = {
  enrolment: Enrolment
  onDone: (answer: ResponseOf<typeof confirmSecondFactor>) => void
  onCancel: () => void
}

function Confirmation({ enrolment: { secret, uri }, onDone, onCancel }: ConfirmationProps) {
  const { t } = useTranslation('settings')
  const fail = useFailureToast()
  const call = useCall(confirmSecondFactor)
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const submit = form.handleSubmit(async (body) => {
    try {
      onDone(await call.mutateAsync({ body }))
    } catch (error) {
      // On a phone the toast would lie over the button, and the field says the same.
      if (isApiError(error) && error.field !== undefined)
        showServerError(form.setError, ['code'], error)
      else fail('secondFactor', error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-5">
      <div className="grid justify-items-center gap-3">
        <QrCode text={uri} label={t('secondFactor.qr')} />
        <p className="text-center text-sm">
          {t('secondFactor.key')}{' '}
          <code className="font-mono wrap-anywhere">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      </div>
      <TextField
        label={t('secondFactor.code')}
        hint={t('secondFactor.codeHint')}
        error={form.formState.errors.code?.message}
        as={CodeInput}
        {...form.register('code', { required: t('secondFactor.codeRequired') })}
        inputMode="numeric"
      />
      <DialogButtons cancel={{ onCancel }}>
        <Button type="submit" isBusy={call.isPending}>
          {t(call.isPending ? 'secondFactor.confirming' : 'secondFactor.confirm')}
        </Button>
      </DialogButtons>
    </form>
  )
}

function RecoveryCodes({ codes, onEnd }: { codes: readonly string[]; onEnd: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <div className="mt-2 grid gap-5">
      <ul className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 font-mono xs:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogButtons>
        <CopyButton value={codes.join('\n')} label={t('secondFactor.codesTitle')} isSecret />
        <Button onClick={onEnd}>{t('secondFactor.done')}</Button>
      </DialogButtons>
    </div>
  )
}

const BORDER = 2

/** Dark on white in both themes, because not every camera reads it the other way round. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
