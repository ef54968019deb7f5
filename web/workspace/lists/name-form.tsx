import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createList, listLists, MAX_LIST_NAME, type StoreList } from '#contracts/workspace/lists.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMedia } from '#web/lib/browser/media.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'

type NameFormProps = {
  label: string
  initial?: string
  submit: string
  hint?: string | undefined
  list?: string
  maxLength?: number
  /** Resolves to what is wrong, or null. */
  onSubmit: (text: string) => Promise<string | null> | string | null
}

/** One field, which a panel around it focuses, and its button; done, it closes the panel. */
export function NameForm(props: NameFormProps) {
  const { label, initial = '', submit, hint, onSubmit, ...field } = props
  const id = useId()
  // On a touch screen the keyboard would cover the lists, and its scrolling close the panel.
  const hasKeys = useMedia('(pointer: fine)')
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = await onSubmit(text)
    setProblem(wrong)
    if (wrong !== null || !text.trim()) return
    setText(initial && text)
    closeAround(form)
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-1.5">
      <label htmlFor={id} className="text-xs font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          {...field}
          id={id}
          data-first={hasKeys || undefined}
          autoComplete="off"
          value={text}
          aria-describedby={`${id}-note`}
          aria-invalid={problem !== null || undefined}
          onChange={(event) => {
            setProblem(null)
            setText(event.target.value)
          }}
          className="min-h-9! min-w-0 text-sm!"
        />
        <Button type="submit" size="sm">
          {submit}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        role={problem === null ? undefined : 'alert'}
        className="text-xs text-muted empty:hidden"
      >
        {problem ?? hint}
      </p>
    </form>
  )
}

export function closeAround(element: Element): void {
  const panel = element.closest<HTMLElement>('[popover]')
  if (panel?.matches(':popover-open')) panel.hidePopover()
}

const isSameName = (known: string, name: string) =>
  known.toLowerCase() === name.trim().toLowerCase()

type NewListProps = {
  /** With the list of that name, if there is one already. */
  onCreate?: (list: StoreList) => void
}

/** Says how many lists the plan allows before the last one is used up. */
export function NewList({ onCreate }: NewListProps) {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const textOf = useFailureText()
  const reload = useReload()
  const { data } = useQuery(q(listLists, {}))
  const create = useCall(createList, { onSettled: () => void reload(listLists) })
  const count = data?.lists.length ?? 0
  const limit = data?.limit ?? Infinity
  const numbers = { count: formats.number(count), most: formats.number(limit) }
  if (count >= limit) return <p className="text-sm text-muted">{t('listsFull', numbers)}</p>
  return (
    <NameForm
      label={t('newList')}
      submit={t('create')}
      maxLength={MAX_LIST_NAME}
      hint={data && t('listsUsed', numbers)}
      onSubmit={async (name) => {
        if (!name.trim()) return null
        try {
          const known = data?.lists.find((list) => onCreate && isSameName(list.name, name))
          const list = known ?? (await create.mutateAsync({ body: { name: name.trim() } }))
          onCreate?.(list)
          return null
        } catch (error) {
          return textOf(error)
        }
      }}
    />
  )
}
