import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  MAX_TEMPLATE_BODY,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_SUBJECT,
  type Template,
  TEMPLATE_FIELDS,
  type TemplateField,
  updateTemplate,
} from '#contracts/workspace/templates.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Bone, Loaded } from '#web/ui/feedback/loaded.tsx'
import { FormFailure, useFailureNotice } from '#web/ui/form/form-call.tsx'
import { Field, Textarea, TextField } from '#web/ui/form/form-controls.tsx'
import { OrderList } from '#web/ui/form/order-list.tsx'

/** The texts that one writes to merchants with: list, then one of them to edit. */
export function TemplateManager({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('templates')
  const templates = useQuery(q(listTemplates, {}))
  const [edited, setEdited] = useState<string | 'new' | null>(null)
  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <Loaded query={templates} skeleton={<Bone className="h-56" />}>
        {(data) =>
          edited === null ? (
            <TemplateList data={data} onEdit={setEdited} />
          ) : (
            <Editor
              template={data.templates.find(({ id }) => id === edited)}
              onDone={() => setEdited(null)}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type ListProps = { data: ResponseOf<typeof listTemplates>; onEdit: (id: string) => void }

function TemplateList({ data: { templates, limit }, onEdit }: ListProps) {
  const { t } = useTranslation('templates')
  const formats = useFormats()
  const { move, remove } = useTemplateChanges()
  const of = (id: string) => templates.find((template) => template.id === id)
  return (
    <div className="grid gap-3">
      {templates.length === 0 && <p className="py-2 text-sm text-muted">{t('none')}</p>}
      <OrderList
        items={templates.map(({ id }) => id)}
        nameOf={(id) => of(id)?.name ?? ''}
        onChange={(ids) => void move(templates, ids)}
      >
        {(id) => (
          <span className="flex min-w-0 flex-1 items-center gap-1">
            <button
              type="button"
              onClick={() => onEdit(id)}
              className="min-h-9 min-w-0 flex-1 truncate text-start font-semibold hover:underline pointer-coarse:min-h-11"
            >
              {of(id)?.name}
            </button>
            <Button
              variant="quiet"
              size="sm"
              aria-label={t('delete', { name: of(id)?.name })}
              onClick={() => {
                const template = of(id)
                if (template) void remove(template)
              }}
            >
              {t('remove')}
            </Button>
          </span>
        )}
      </OrderList>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button size="sm" disabled={templates.length >= limit} onClick={() => onEdit('new')}>
          {t('add')}
        </Button>
        <p className="text-xs text-muted">
          {t('used', { count: templates.length, most: formats.number(limit) })}
        </p>
      </div>
    </div>
  )
}

type EditorProps = { template: Template | undefined; onDone: () => void }

function Editor({ template, onDone }: EditorProps) {
  const { t } = useTranslation('templates')
  const reload = useReload()
  const create = useCall(createTemplate)
  const update = useCall(updateTemplate)
  const { isPending, error } = template ? update : create
  const save = async (body: typeof NO_TEMPLATE) => {
    try {
      await (template
        ? update.mutateAsync({ params: { id: template.id }, body })
        : create.mutateAsync({ body }))
    } catch {
      return
    }
    await reload(listTemplates)
    notify({ kind: 'success', subject: 'templates', title: t('saved') })
    onDone()
  }
  return (
    <TemplateForm
      initial={template ?? NO_TEMPLATE}
      isBusy={isPending}
      error={error}
      onSave={(values) => void save(values)}
      onCancel={onDone}
    />
  )
}

function useTemplateChanges() {
  const { t } = useTranslation(['templates', 'components'])
  const reload = useReload()
  const fail = useFailureNotice()
  const create = useCall(createTemplate)
  const update = useCall(updateTemplate)
  const remove = useCall(deleteTemplate)
  const tell = async (run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run()
      return true
    } catch (error) {
      fail('templates', t('templates:failed'), error)
      return false
    } finally {
      await reload(listTemplates)
    }
  }
  return {
    /** The one that stands elsewhere now takes its new place. */
    async move(templates: readonly Template[], ids: readonly string[]) {
      const at = ids.findIndex((id, place) => templates[place]?.id !== id)
      // Two neighbours changed places: the lower one moved up.
      const template = templates.find(({ id }) => id === ids[at])
      if (!template) return
      const { id, name, subject, body } = template
      await tell(() =>
        update.mutateAsync({ params: { id }, body: { name, subject, body, position: at } }),
      )
    },
    async remove({ id, name, subject, body, position }: Template) {
      if (!(await tell(() => remove.mutateAsync({ params: { id } })))) return
      notify({
        kind: 'success',
        subject: 'templates',
        title: t('templates:deleted', { name }),
        action: {
          label: t('components:saving.undo'),
          run: () =>
            void tell(() => create.mutateAsync({ body: { name, subject, body, position } })),
        },
      })
    },
  }
}

type Values = Pick<Template, 'name' | 'subject' | 'body'>
const NO_TEMPLATE: Values = { name: '', subject: '', body: '' }

type Props = {
  initial: Values
  isBusy: boolean
  error: unknown
  onSave: (values: Values) => void
  onCancel: () => void
}

function TemplateForm({ initial, isBusy, error, onSave, onCancel }: Props) {
  const { t } = useTranslation('templates')
  const { name, subject, body } = initial
  const [values, setValues] = useState<Values>({ name, subject, body })
  const last = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const change = (edit: Partial<Values>) => setValues((before) => ({ ...before, ...edit }))
  const canSave = values.name.trim() !== '' && values.body.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) onSave(values)
  }
  /** Where the cursor was last, in the subject or in the text. */
  const insert = (field: TemplateField) => {
    const at = last.current
    const part = at?.name === 'subject' ? 'subject' : 'body'
    const text = values[part]
    const from = at?.selectionStart ?? text.length
    const to = at?.selectionEnd ?? text.length
    change({ [part]: `${text.slice(0, from)}{${field}}${text.slice(to)}` })
    at?.focus()
  }
  const remember = {
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) =>
      void (last.current = target),
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label={t('form.name')}
        value={values.name}
        maxLength={MAX_TEMPLATE_NAME}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={t('form.subject')}
        name="subject"
        value={values.subject}
        maxLength={MAX_TEMPLATE_SUBJECT}
        autoComplete="off"
        onChange={({ target }) => change({ subject: target.value })}
        {...remember}
      />
      <Field label={t('form.body')} hint={t('form.hint')}>
        {(control) => (
          <Textarea
            {...control}
            name="body"
            value={values.body}
            maxLength={MAX_TEMPLATE_BODY}
            onChange={({ target }) => change({ body: target.value })}
            {...remember}
          />
        )}
      </Field>
      <div role="group" aria-label={t('form.fields')} className="flex flex-wrap gap-1.5">
        {TEMPLATE_FIELDS.map((field) => (
          <button
            key={field}
            type="button"
            onClick={() => insert(field)}
            className={buttonClass('secondary', 'sm', 'min-h-8! px-2! text-xs!')}
          >
            {t(`field.${field}`)}
          </button>
        ))}
      </div>
      <FormFailure error={error} />
      <DialogButtons cancel={{ onCancel }}>
        <Button type="submit" disabled={!canSave} isBusy={isBusy}>
          {t('form.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}
