import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  MAX_TEMPLATE_BODY,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_SUBJECT,
  type Template,
  TEMPLATE_FIELDS,
  type TemplateField,
} from '#contracts/workspace/templates.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'
import { Field, Textarea, TextField } from '#web/ui/form/form-controls.tsx'

type Values = Pick<Template, 'name' | 'subject' | 'body'>
export const NO_TEMPLATE: Values = { name: '', subject: '', body: '' }

type Props = {
  initial: Values
  isBusy: boolean
  error: unknown
  onSave: (values: Values) => void
  onCancel: () => void
}

export function TemplateForm({ initial, isBusy, error, onSave, onCancel }: Props) {
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
