import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptedOut, OptOutMethod, OptOutTask } from '#contracts/opt-out.ts'
import { useFormats } from '#web/lib/format.ts'
import { Address } from '#web/ui/address.tsx'
import { CheckPart } from './check-part.tsx'
import { DnsSteps } from './dns-steps.tsx'
import { MailPart } from './mail-part.tsx'
import { MetaSteps } from './meta-steps.tsx'

type Props = { task: OptOutTask; onOther: (domain: string) => void; onDone: (outcome: OptedOut) => void }

/** The methods to prove control of the domain, one of them open, each with its next step. */
export function ProofPanel({ task, onOther, onDone }: Props) {
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
          {method === 'dns' ? <DnsSteps record={task.dnsRecord} /> : <MetaSteps tag={task.metaTag} />}
          <CheckPart
            // A result for one method does not apply to another.
            key={method}
            domain={task.domain}
            method={method}
            onExpired={() => onOther(task.domain)}
            onDone={onDone}
          />
          <p className="text-sm text-muted">{t('proof.until', { moment: formats.moment(task.expiresAt) })}</p>
        </>
      )}
    </div>
  )
}
