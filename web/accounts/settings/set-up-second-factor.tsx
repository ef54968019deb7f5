import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { type beginSecondFactor, confirmSecondFactor } from '#contracts/accounts/second-factor.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { CodeInput, TextField } from '#web/ui/form/form-controls.tsx'
import { showServerError, useFailureToast } from './action-feedback.ts'
import { encode } from 'uqr'

export type Enrolment = ResponseOf<typeof beginSecondFactor>

type Props = { enrolment: Enrolment; onEnd: () => void }

/** The key, a first code, and then the recovery codes, which are shown only here. */
export function SetUpSecondFactor({ enrolment, onEnd }: Props) {
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
