import { useQuery } from '@tanstack/react-query'
import { Copy, Mail } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listStoreProducts } from '#contracts/catalog/products.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { addDays } from '#contracts/dates.ts'
import type { Lead } from '#contracts/workspace/leads.ts'
import {
  listTemplates,
  renderTemplate,
  splitTemplate,
  type Template,
  type TemplateField,
  type TemplateValues,
} from '#contracts/workspace/templates.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Bone, Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox, Field, Select } from '#web/ui/form/form-controls.tsx'
import { mailtoOf } from '#web/ui/store/labels.tsx'
import type { LeadActions } from '#web/workspace/leads/lead-actions.tsx'
import { useLocalDay } from '#web/workspace/leads/lead-day.ts'
import { useStageName, useStages } from '#web/workspace/leads/stages.tsx'
import type { LeadEdit } from '#web/workspace/leads/use-lead-change.ts'

const ASK_AGAIN_DAYS = 3

type Props = {
  lead: Lead
  /** As in `LeadDialog`. */
  next?: HTMLElement | null
  actions: LeadActions
  onClose: () => void
}

/** A template filled in for one store, to copy or to open in one's own mail program. We send nothing. */
export function WriteDialog({ lead, next, actions, onClose }: Props) {
  const { t } = useTranslation('templates')
  const isContacted = useRef(false)
  const templates = useQuery(q(listTemplates, {}))
  const values = useTemplateValues(lead.store)
  return (
    <Dialog
      title={t('write.title', { name: lead.store.name })}
      description={lead.store.email ?? t('write.noAddress')}
      onClose={onClose}
      returnFocus={() => (isContacted.current && next) || null}
    >
      <Loaded query={templates} skeleton={<Bone className="h-64" />}>
        {({ templates: [first, ...others] }) =>
          first && values ? (
            <Letter
              lead={lead}
              templates={[first, ...others]}
              values={values}
              change={(edit) => {
                isContacted.current = true
                void actions.change(lead, edit, next === null)
              }}
              onClose={onClose}
            />
          ) : first ? (
            <Bone className="h-64" />
          ) : (
            <div className="grid justify-items-start gap-3 py-2 text-sm">
              <p className="text-muted">{t('write.none')}</p>
              <Button onClick={() => actions.ask({ kind: 'templates' })}>{t('add')}</Button>
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** People who write to several stores in a row keep the same template. */
let lastChosen: string | null = null

type LetterProps = {
  lead: Lead
  templates: readonly [Template, ...Template[]]
  values: TemplateValues
  change: (edit: LeadEdit) => void
  onClose: () => void
}

function Letter({ lead, templates, values, change, onClose }: LetterProps) {
  const { t } = useTranslation(['templates', 'leads'])
  const [chosen, setChosen] = useState(lastChosen)
  const template = templates.find(({ id }) => id === chosen) ?? templates[0]
  const subject = renderTemplate(template.subject, values)
  const body = renderTemplate(template.body, values)
  const missing = [...new Set([...subject.missing, ...body.missing])]
  const contact = useContact(lead, change)
  const { email } = lead.store
  const isBlocked = missing.length > 0
  const end = () => {
    onClose()
    contact.note()
  }
  const copyButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the dialog itself, which may wait for the products.
    const frame = requestAnimationFrame(() => copyButton.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(body.text)
    } catch {
      return notify({ kind: 'error', title: t('templates:write.copyFailed') })
    }
    notify({ kind: 'success', subject: 'letter', title: t('templates:write.copied') })
    end()
  }
  return (
    <div className="grid gap-4">
      <Field label={t('templates:write.template')}>
        {(control) => (
          <Select
            {...control}
            value={template.id}
            onChange={({ target }) => setChosen((lastChosen = target.value))}
          >
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Preview template={template} values={values} />
      {isBlocked && <MissingNotice missing={missing} />}
      {contact.box}
      <DialogButtons cancel={{ onCancel: onClose }}>
        <Button
          ref={copyButton}
          variant="secondary"
          disabled={isBlocked}
          onClick={() => void copy()}
        >
          <Copy className="size-4" aria-hidden />
          {t('templates:write.copy')}
        </Button>
        {email !== null && (
          <MailLink
            href={isBlocked ? null : `${mailtoOf(email)}?${mailQuery(subject.text, body.text)}`}
            onOpen={end}
          >
            {t('templates:write.mail')}
          </MailLink>
        )}
      </DialogButtons>
    </div>
  )
}

/** Mail programs read `+` as a plus sign, and lines end as in mails. */
export function mailQuery(subject: string, body: string): string {
  const lines = body.replaceAll(/\r?\n/g, '\r\n')
  return `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines)}`
}

type MailProps = { href: string | null; onOpen: () => void; children: string }

/** A button while something is missing: a link cannot be off. */
function MailLink({ href, onOpen, children }: MailProps) {
  const label = (
    <>
      <Mail className="size-4" aria-hidden />
      {children}
    </>
  )
  if (href === null) return <Button disabled>{label}</Button>
  return (
    <a href={href} onClick={onOpen} className={buttonClass()}>
      {label}
    </a>
  )
}

/** Copying may set the stage and the next step in the same action. */
function useContact(
  lead: Lead,
  change: (edit: LeadEdit) => void,
): { box: ReactNode; note: () => void } {
  const { t } = useTranslation('templates')
  const formats = useFormats()
  const today = useLocalDay()
  const nameOf = useStageName()
  const stages = useStages().data?.stages ?? []
  const [isOn, setOn] = useState(true)
  const isNew = stages.find(({ key }) => key === lead.stage)?.isContacted === false
  const contacted = stages.find(({ isContacted }) => isContacted)
  const wait = { count: ASK_AGAIN_DAYS, days: formats.number(ASK_AGAIN_DAYS) }
  const label =
    isNew && contacted
      ? t('write.setTo', { stage: nameOf(contacted), ...wait })
      : t('write.note', wait)
  return {
    box: <Checkbox label={label} checked={isOn} onChange={({ target }) => setOn(target.checked)} />,
    note() {
      if (!isOn) return
      const stage = isNew ? contacted?.key : undefined
      change({
        ...(stage && { stage }),
        nextStep: lead.nextStep ?? t('write.askAgain'),
        nextDay: addDays(today, ASK_AGAIN_DAYS),
        isContact: true,
      })
    },
  }
}

type PreviewProps = { template: Template; values: TemplateValues }

/** As it will be sent; fields that the store does not show are marked. */
export function Preview({ template: { subject, body }, values }: PreviewProps) {
  const { t } = useTranslation('templates')
  return (
    <section
      aria-label={t('preview')}
      className="grid gap-2 rounded-lg border border-line bg-canvas p-3.5 text-sm"
    >
      {subject !== '' && (
        <p className="border-b border-line pb-2 font-semibold wrap-anywhere">
          <Filled text={subject} values={values} />
        </p>
      )}
      <p className="wrap-anywhere whitespace-pre-line">
        <Filled text={body} values={values} />
      </p>
    </section>
  )
}

function Filled({ text, values }: { text: string; values: TemplateValues }) {
  const { t } = useTranslation('templates')
  return splitTemplate(text, values).map((part, at) =>
    part.kind === 'missing' ? (
      <mark key={at} className="rounded-sm bg-bad-wash px-1 font-semibold text-bad">
        {t(`field.${part.field}`)}
      </mark>
    ) : (
      part.text
    ),
  )
}

function MissingNotice({ missing }: { missing: readonly TemplateField[] }) {
  const { t, i18n } = useTranslation('templates')
  const fields = new Intl.ListFormat(i18n.language).format(
    missing.map((field) => t(`field.${field}`)),
  )
  return (
    <Notice tone="bad">
      <p>{t('write.missing', { fields })}</p>
    </Notice>
  )
}

/** What the fields of a template say about a store, in the reader's language; null while products load. */
function useTemplateValues(store: StoreSummary): TemplateValues | null {
  const formats = useFormats()
  const query = { size: '1', sortBy: 'createdAt', sortDirection: 'ASC' } as const
  const { data, isPending } = useQuery(
    q(listStoreProducts, { params: { domain: store.domain }, query }),
  )
  if (isPending) return null
  return {
    store: store.name,
    country: store.country && formats.country(store.country),
    launch_day: store.launchDate && formats.day(store.launchDate),
    theme: store.themeName,
    first_product: data?.content[0]?.title ?? null,
    app: store.apps[0]?.name ?? null,
  }
}
