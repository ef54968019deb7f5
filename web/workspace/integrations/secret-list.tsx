import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { useReload } from '#web/api/query.ts'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { PlanNote, Section, useFailureToast, useReauthentication } from '#web/accounts/api.ts'
import { isApiError } from '#web/api/api-error.ts'
import { cn } from '#web/lib/cn.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { type Loadable, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { SecretField, TextField } from '#web/ui/form/form-controls.tsx'

type Identified = { id: string }
type Kind = 'apiKey' | 'webhook' | 'feed'

type RowsProps<Item> = {
  kind: Kind
  items: readonly Item[]
  Icon: LucideIcon
  /** The button's words, with those for screen readers, and its question. */
  words: (item: Item) => {
    button: string
    label: string
    title: string
    text: ReactNode
    cancel?: string
  }
  deletion: {
    isPending: boolean
    mutateAsync: (input: { params: Identified }) => Promise<{ message: string }>
  }
  listCall: AnyEndpoint
  onDeleted?: (id: string) => void
  /** The buttons are below the item, because it is long. */
  isLong?: boolean
  actions?: (item: Item) => ReactNode
  className?: string
  children: (item: Item) => ReactNode
}

/** Each can be taken back after a question. */
export function SecretRows<Item extends Identified>({
  kind,
  items,
  Icon,
  words,
  deletion,
  listCall,
  onDeleted,
  isLong = false,
  actions,
  className,
  children,
}: RowsProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const isDeleted = useRef(false)
  const [asked, setAsked] = useState<Item | null>(null)
  const reload = useReload()
  const fail = useFailureToast()
  const remove = async ({ id }: Item) => {
    try {
      const { message } = await deletion.mutateAsync({ params: { id } })
      notify({ kind: 'success', subject: kind, title: message })
      isDeleted.current = true
    } catch (error) {
      // Deleted on another device meanwhile: only the list is outdated.
      isDeleted.current = isApiError(error, 'not_found')
      if (!isDeleted.current) fail(kind, error)
    }
    setAsked(null)
    if (isDeleted.current) onDeleted?.(id)
    await reload(listCall)
  }
  // The button that asked is gone with its row.
  const returnFocus = () =>
    (isDeleted.current && list.current?.closest('[role=region]')?.querySelector('h2')) || null
  if (items.length === 0) return null
  return (
    <>
      <ul ref={list} className={cn('-mt-2 divide-y divide-line', className)}>
        {items.map((item) => (
          <li
            key={item.id}
            className={cn(
              'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3',
              !isLong && 'sm:grid-cols-[auto_minmax(0,1fr)_auto]',
            )}
          >
            <Icon className="mt-0.5 size-5 self-start text-muted" aria-hidden />
            <div>{children(item)}</div>
            <div
              className={cn('flex flex-wrap gap-2', isLong ? 'col-start-2' : 'max-sm:col-start-2')}
            >
              {actions?.(item)}
              <Button
                variant="secondary"
                size="sm"
                aria-label={words(item).label}
                onClick={() => {
                  isDeleted.current = false
                  setAsked(item)
                }}
              >
                {words(item).button}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          {...words(asked)}
          confirm={words(asked).button}
          variant="danger"
          isBusy={deletion.isPending}
          onConfirm={() => void remove(asked)}
          onCancel={() => setAsked(null)}
          returnFocus={returnFocus}
        />
      )}
    </>
  )
}

type SectionProps<Data, Item, Created> = Omit<
  RowsProps<Item>,
  'items' | 'onDeleted' | 'actions' | 'children'
> &
  Omit<NewProps<Created>, 'created' | 'onCreated' | 'isFull'> & {
    title: string
    text: ReactNode
    query: Loadable<Data>
    itemsOf: (data: Data) => readonly Item[]
    /** These two also hear whether the plan includes them. */
    actions?: (item: Item, isIncluded: boolean) => ReactNode
    children: (item: Item, isIncluded: boolean) => ReactNode
    most: number
    /** For plans without it: what it needs, and what becomes of earlier ones. */
    plan: { none: string; earlier: string }
  }

/** Plans without them see what they are for. */
export function SecretSection<
  Data extends { isIncluded: boolean },
  Item extends Identified,
  Created extends Identified,
>({
  title,
  text,
  query,
  itemsOf,
  actions,
  children,
  most,
  plan,
  ...parts
}: SectionProps<Data, Item, Created>) {
  const [created, setCreated] = useState<Created | null>(null)
  return (
    <Section title={title} text={text}>
      <Loaded query={query} skeleton={<Skeleton className="grid gap-4" bones={['h-11']} />}>
        {(data) => {
          const items = itemsOf(data)
          return (
            <>
              <SecretRows
                {...parts}
                items={items}
                actions={(item) => actions?.(item, data.isIncluded)}
                onDeleted={(id) => setCreated((current) => (current?.id === id ? null : current))}
                className="mb-4"
              >
                {(item) => children(item, data.isIncluded)}
              </SecretRows>
              {data.isIncluded ? (
                <NewSecret
                  {...parts}
                  created={created}
                  onCreated={setCreated}
                  isFull={items.length >= most}
                />
              ) : (
                <PlanNote>{items.length > 0 ? plan.earlier : plan.none}</PlanNote>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

type NewProps<Created> = {
  kind: Kind
  listCall: AnyEndpoint
  user: { hasPassword: boolean }
  create: (text: string) => Promise<Created>
  isCreating: boolean
  created: Created | null
  onCreated: (created: Created) => void
  secretOf: (created: Created) => string
  isFull: boolean
  form: { label: string; full: string; submit: string; secret: string; once: string }
  input: Pick<ComponentProps<'input'>, 'type' | 'maxLength' | 'placeholder'>
  /** A refusal of what was typed, which is shown at the field. */
  refusal?: 'invalid_webhook_url'
}

function NewSecret<Created>({
  kind,
  listCall,
  user,
  create,
  isCreating,
  created,
  onCreated,
  secretOf,
  isFull,
  form,
  input,
  refusal,
}: NewProps<Created>) {
  const reload = useReload()
  const fail = useFailureToast()
  const reauthentication = useReauthentication(user)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    try {
      const created = await reauthentication.run(() => create(text.trim()))
      if (!created) return
      setText('')
      onCreated(created)
    } catch (error) {
      if (refusal && isApiError(error, refusal)) setRefused(error.message)
      else fail(kind, error)
    }
    await reload(listCall)
  }
  return (
    <>
      {created && (
        <div className="mb-5">
          <SecretField label={form.secret} hint={form.once} value={secretOf(created)} />
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField
          label={form.label}
          error={refused}
          className="min-w-0 grow basis-56"
          {...(isFull && { hint: form.full })}
          {...input}
          value={text}
          autoComplete="off"
          disabled={isFull}
          onChange={(event) => {
            setText(event.target.value)
            setRefused(undefined)
          }}
        />
        <Button type="submit" isBusy={isCreating} disabled={isFull || text.trim() === ''}>
          {form.submit}
        </Button>
      </form>
      {reauthentication.dialog}
    </>
  )
}
