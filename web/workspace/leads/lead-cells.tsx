import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contracts/workspace/leads.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { externalUrl } from '#web/ui/external-link.tsx'
import { CountryPlate, deadMailKey, telOf } from '#web/ui/store/labels.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { peekLink } from '#web/ui/store/use-peek.ts'
import { useBoardStages, useLeads } from './lead-actions.tsx'
import { Fork } from './lead-card.tsx'
import { StageSelect } from './stages.tsx'

export const Dash = ({ why }: { why: string }) => (
  <span title={why} className="text-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">{why}</span>
  </span>
)

export function StoreName({ lead }: { lead: Lead }) {
  const { store } = lead
  const formats = useFormats()
  const { peek } = useLeads()
  return (
    <span className="flex min-w-0 items-center gap-2.25">
      <StoreLogo
        url={store.logoUrl}
        name={store.name}
        className="size-6.5! text-2xs max-lg:hidden"
      />
      <a
        {...peekLink({ store, ...peek })}
        title={store.name}
        className="min-w-0 truncate py-1 font-semibold text-ink hover:underline lg:max-w-48 xl:max-w-56 pointer-coarse:py-2.5"
      >
        {store.name}
      </a>
      {store.country && <CountryPlate code={store.country} name={formats.country(store.country)} />}
      <Fork lead={lead} />
    </span>
  )
}

/** To write with a template, to call, and the shop's own form; below the columns only what exists. */
export function LeadContact({ lead }: { lead: Lead }) {
  const { t } = useTranslation('list')
  const { ask } = useLeads()
  const { email, phone, contactFormUrl, name } = lead.store
  const dead = deadMailKey(lead.store)
  const form = externalUrl(contactFormUrl)
  return (
    <span className="flex items-center max-lg:-me-2">
      <button
        type="button"
        aria-haspopup="dialog"
        title={email ?? t('contact.email.no')}
        onClick={() => ask({ kind: 'write', lead })}
        className={cn(MARK, dead && 'text-bad')}
      >
        {email === null ? (
          <PenLine className="size-4" aria-hidden />
        ) : (
          <LineIcon name={dead ? 'noMail' : 'mail'} className="size-4" />
        )}
        <span className="sr-only">
          {t('contact.email.write', { name })}
          {dead && `, ${t(dead)}`}
        </span>
      </button>
      {phone !== null && (
        <a href={telOf(phone)} title={phone} className={MARK}>
          <LineIcon name="phone" className="size-4" />
          <span className="sr-only">{t('contact.phone.call', { name })}</span>
        </a>
      )}
      {form !== null && (
        <a {...outward} href={form} title={t('lead.form')} className={MARK}>
          <LineIcon name="form" className="size-4" />
          <span className="sr-only">{t('contact.form.open', { name })}</span>
        </a>
      )}
    </span>
  )
}

const MARK =
  'relative z-1 grid size-7 shrink-0 place-items-center rounded-sm hover:bg-sunken hover:text-link pointer-coarse:size-11'
const outward = { target: '_blank', rel: 'noopener nofollow ugc noreferrer' }

/** What is next; pressed, it asks. */
export function LeadStep({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { ask } = useLeads()
  const { nextStep, store } = lead
  const text = nextStep ?? t('step.set')
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${text}. ${t('step.of', { name: store.name })}`}
      title={nextStep ?? undefined}
      onClick={() => ask({ kind: 'step', lead })}
      className={cn(
        'block min-h-7 max-w-full truncate rounded-sm text-start hover:underline pointer-coarse:min-h-11',
        nextStep === null && 'text-faint',
      )}
    >
      {text}
    </button>
  )
}

/** Its heading beside it where there are no columns. */
export function LeadDate({ of, at }: { of: string; at: string }) {
  const formats = useFormats()
  return (
    <>
      <span className="lg:hidden">
        {of}
        {formats.colon}
      </span>
      <time dateTime={at}>{formats.shortDay(at)}</time>
    </>
  )
}

export function LeadStage({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { change } = useLeads()
  return (
    <StageSelect
      label={t('stageOf', { name: lead.store.name })}
      stages={useBoardStages()}
      value={lead.stage}
      onChange={(stage) => stage && void change(lead, { stage: stage.key })}
      className="min-h-7 text-sm"
    />
  )
}
