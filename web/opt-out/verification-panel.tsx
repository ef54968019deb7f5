import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  sendOptOutMail,
  type OptedOut,
  type OptOutMethod,
  type OptOutTask,
} from '#contracts/opt-out/opt-out.ts'
import { useCall } from '#web/api/use-call.ts'
import { useCooldown } from '#web/lib/browser/use-cooldown.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Address } from '#web/ui/account-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { CheckPart } from './removal.tsx'

type Props = {
  task: OptOutTask
  onOther: (domain: string) => void
  onDone: (outcome: OptedOut) => void
}

export function VerificationPanel({ task, onOther, onDone }: Props) {
  const { t } = useTranslation('opt-out')
  const formats = useFormats()
  const [method, setMethod] = useState<OptOutMethod>(task.methods[0] ?? 'meta')
  const name = useId()
  return (
    <div className="mt-3 grid gap-6">
      <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
        <span>
          {t('proof.of')} <Address>{task.domain}</Address>
        </span>
        <button type="button" className="link min-h-6 text-sm" onClick={() => onOther(task.domain)}>
          {t('proof.other')}
        </button>
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-semibold">{t('proof.legend')}</legend>
        {task.methods.map((each) => (
          <label
            key={each}
            className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-md border border-line px-4 py-3 hover:border-control has-checked:border-ink has-checked:bg-canvas has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={method === each}
              onChange={() => setMethod(each)}
              className="mt-1 size-4 shrink-0"
            />
            <span className="font-semibold">{t(`methods.${each}.name`)}</span>
            <span className="col-start-2 text-sm text-muted">{t(`methods.${each}.for`)}</span>
          </label>
        ))}
      </fieldset>
      {method === 'mail' ? (
        <MailPart domain={task.domain} />
      ) : (
        <>
          {method === 'dns' ? (
            <DnsSteps record={task.dnsRecord} />
          ) : (
            <MetaSteps tag={task.metaTag} />
          )}
          <CheckPart
            // A result for one method does not apply to another.
            key={method}
            domain={task.domain}
            method={method}
            onExpired={() => onOther(task.domain)}
            onDone={onDone}
          />
          <p className="text-sm text-muted">
            {t('proof.until', { moment: formats.moment(task.expiresAt) })}
          </p>
        </>
      )}
    </div>
  )
}

function DnsSteps({ record }: { record: OptOutTask['dnsRecord'] }) {
  const { t } = useTranslation('opt-out')
  return (
    <Steps>
      <li>{t('methods.dns.open')}</li>
      <li>
        {t('methods.dns.add')}
        <CopyLine label={t('methods.dns.record')} value={record.name} />
        <p className="mt-1 text-sm text-muted">{t('methods.dns.short')}</p>
        <CopyLine label={t('methods.dns.value')} value={record.value} />
      </li>
      <li>{t('methods.dns.wait')}</li>
    </Steps>
  )
}

function MetaSteps({ tag }: { tag: string }) {
  const { t } = useTranslation('opt-out')
  return (
    <Steps>
      <li>{t('methods.meta.open')}</li>
      <li>
        {t('methods.meta.add')}
        <CopyLine label={t('methods.meta.tag')} value={tag} />
      </li>
      <li>
        {t('methods.meta.save')}
        <p className="mt-1 text-sm text-muted">{t('methods.meta.password')}</p>
      </li>
    </Steps>
  )
}

/** Reveals neither the address nor whether there is one, because anyone can ask. */
function MailPart({ domain }: { domain: string }) {
  const { t } = useTranslation('opt-out')
  const send = useCall(sendOptOutMail)
  const { seconds, start } = useCooldown(`opt-out-mail:${domain}`)
  const [failure, setFailure] = useState<unknown>(null)
  const [message, setMessage] = useState<string | null>(null)
  const ask = async () => {
    setFailure(null)
    setMessage(null)
    try {
      const answer = await send.mutateAsync({ body: { domain } })
      setMessage(answer.message)
      start()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <div className="grid gap-4">
      <Steps>
        <li>{t('methods.mail.send')}</li>
        <li>{t('methods.mail.open')}</li>
      </Steps>
      <div aria-live="polite" className="empty:hidden">
        {failure !== null && <FormFailure error={failure} fallback="networkOrServer" />}
        {message !== null && (
          <Notice tone="good" title={message}>
            <p>{t('methods.mail.sent')}</p>
          </Notice>
        )}
      </div>
      <Button size="lg" isBusy={send.isPending} disabled={seconds > 0} onClick={() => void ask()}>
        {seconds > 0 ? t('methods.mail.wait', { seconds }) : t('methods.mail.submit')}
      </Button>
      <p className="text-sm text-muted">{t('methods.mail.none')}</p>
    </div>
  )
}

/** A value to copy exactly: unabridged, in the form in which to paste it. */
function CopyLine({ label, value }: { label: string; value: string }) {
  return (
    <div className="mt-2">
      <p className="text-xs text-muted">{label}</p>
      <div className="mt-1 flex items-center gap-1 rounded-md border border-line bg-sunken ps-3 pe-1">
        <code
          translate="no"
          className="min-w-0 flex-1 py-2 font-mono text-sm leading-5 wrap-anywhere hyphens-none select-all"
        >
          {value}
        </code>
        <CopyButton value={value} label={label} />
      </div>
    </div>
  )
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="grid list-decimal gap-4 ps-5 marker:font-semibold marker:text-faint">
      {children}
    </ol>
  )
}
