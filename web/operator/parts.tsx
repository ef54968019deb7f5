import { type UseQueryResult } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { getOperatorSession } from '#contracts/operator/session.ts'
import { isApiError } from '#web/api/api-error.ts'
import type { CallInput } from '#web/api/call.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { PageMeta } from '#web/lib/app/page.tsx'
import { cn } from '#web/lib/cn.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Input, Select } from '#web/ui/form/form-controls.tsx'
import { useFailureText } from '#web/ui/form/form-call.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { DataTable, type DataTableProps } from '#web/ui/table.tsx'

/** A section's heading with its controls; it is the title of the document too. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation('operator')
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <PageMeta page="operator" title={`${title} · ${t('menu.label')}`} noindex />
      <h1 className="min-w-0 text-2xl wrap-anywhere">{title}</h1>
      {children}
    </header>
  )
}

type BlockProps = { title: string; text?: ReactNode; aside?: ReactNode; children: ReactNode }

export function Block({ title, text, aside, children }: BlockProps) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id} className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h2>
          {text != null && text !== false && <p className="mt-0.5 text-sm text-muted">{text}</p>}
        </div>
        {aside}
      </div>
      <div className="border-t border-line">{children}</div>
    </Card>
  )
}

type PageProps<Data> = {
  title: string
  controls?: ReactNode
  filters?: ReactNode
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** An answer in pages has links to them. */
export function ConsolePage<Data extends object>(props: PageProps<Data>) {
  const { title, controls, filters, query, children } = props
  const { page, hrefOf } = useFilters()
  return (
    <>
      <SectionHead title={title}>{controls}</SectionHead>
      {filters}
      <Answer query={query}>
        {(data) => (
          <div className="mt-6 grid grid-cols-1 gap-6" aria-busy={query.isPlaceholderData}>
            {children(data)}
            {'totalPages' in data && (
              <Pagination page={page} hrefOf={hrefOf} totalPages={Number(data.totalPages)} />
            )}
          </div>
        )}
      </Answer>
    </>
  )
}

type AnswerProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

export function Answer<Data>(props: AnswerProps<Data>) {
  const { error } = props.query
  const checkSession = useSessionCheck()
  useEffect(() => checkSession(error), [checkSession, error])
  return (
    <Loaded
      {...props}
      skeleton={
        <Skeleton className="mt-6 grid gap-4" bones={['h-24 rounded-lg', 'h-64 rounded-lg']} />
      }
    />
  )
}

/**
 * The console may have been closed in another tab, or by a new second factor: then the page asks
 * for a code again.
 */
function useSessionCheck() {
  const reload = useReload()
  return useCallback(
    (error: unknown) => {
      if (isApiError(error, 'second_factor_required') || isApiError(error, 'operator_required'))
        void reload(getOperatorSession)
    },
    [reload],
  )
}

/** The filters of a section are its address; a changed filter starts at the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const pageOf = (name: string): number => {
    const page = Number(params.get(name) ?? 1) - 1
    return Number.isInteger(page) && page > 0 ? page : 0
  }
  const change = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('page')
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const hrefOfPage = (name: string) => (target: number) => {
    const after = new URLSearchParams(params)
    if (target > 0) after.set(name, String(target + 1))
    else after.delete(name)
    return `?${after}`
  }
  return { params, page: pageOf('page'), pageOf, change, hrefOf: hrefOfPage('page'), hrefOfPage }
}

function Nothing({ text }: { text?: string | undefined }) {
  const { t } = useTranslation('operator')
  return <p className="px-5 py-6 text-sm text-muted">{text ?? t('nothing')}</p>
}

type ListProps<Item> = {
  items: readonly Item[]
  none?: string
  children: (item: Item) => ReactNode
}

export const List = <Item,>({ items, none, children }: ListProps<Item>) =>
  items.length === 0 ? (
    <Nothing text={none} />
  ) : (
    <ul className="divide-y divide-line">{items.map(children)}</ul>
  )

type ListRowProps = { actions: ReactNode; children: ReactNode }

export const ListRow = ({ actions, children }: ListRowProps) => (
  <li className="grid gap-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6">
    <div className="min-w-0">{children}</div>
    <div className="flex flex-wrap gap-2">{actions}</div>
  </li>
)

type TableBlockProps<Item> = Pick<BlockProps, 'title' | 'text'> &
  Pick<DataTableProps<Item>, 'items' | 'keyOf' | 'columns'> & { caption?: string; none?: string }

export function TableBlock<Item>(props: TableBlockProps<Item>) {
  const { title, text, caption = title, none, ...table } = props
  return (
    <Block title={title} text={text}>
      {table.items.length === 0 ? (
        <Nothing text={none} />
      ) : (
        <DataTable {...table} caption={caption} edges="card" />
      )}
    </Block>
  )
}

type AccountLinkProps = { id: string; className?: string; children: ReactNode }

export const AccountLink = ({ id, className, children }: AccountLinkProps) => (
  <Link to={paths.operator(`accounts/${id}`)} className={cn('link', className)}>
    {children}
  </Link>
)

type SearchBoxProps = { label: string; name?: string }

/** A filter with a text. */
export function SearchBox({ label, name = 'q' }: SearchBoxProps) {
  const { t } = useTranslation('operator')
  const { params, change } = useFilters()
  const field = useRef<HTMLInputElement>(null)
  const text = params.get(name) ?? ''
  return (
    <form
      key={text}
      role="search"
      className="flex min-w-0 flex-1 basis-72 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        change(name, field.current?.value.trim() ?? '')
      }}
    >
      <Input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={text}
        maxLength={100}
      />
      <Button type="submit" variant="secondary">
        {t('find')}
      </Button>
    </form>
  )
}

/** Runs an action, says what became of it, and reads the named calls again. */
export function useAction(...calls: readonly AnyEndpoint[]) {
  const reload = useReload()
  const textOf = useFailureText()
  const checkSession = useSessionCheck()
  const [isBusy, setBusy] = useState(false)
  /** @returns whether it succeeded */
  const run = async (work: () => Promise<unknown>, doneText: string): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      notify({ kind: 'success', title: doneText })
      return true
    } catch (error) {
      checkSession(error)
      notify({ kind: 'error', title: textOf(error, { fallback: 'internal' }) })
      return false
    } finally {
      await reload(...calls)
      setBusy(false)
    }
  }
  return { run, isBusy }
}

export function usePlanName() {
  const { t } = useTranslation('operator')
  return (plan: PaidPlan) =>
    t(plan === 'pro' ? 'accounts.roles.PRO_USER' : 'accounts.roles.PLUS_USER')
}

type CallActionProps<E extends AnyEndpoint> = Omit<
  ComponentProps<typeof ConfirmedAction>,
  'isBusy' | 'onConfirm'
> & {
  call: E
  input: CallInput<E>
  /** What is said when it is done. */
  done: string
  /** The calls that are read again. */
  reload: readonly AnyEndpoint[]
}

export function CallAction<E extends AnyEndpoint>(props: CallActionProps<E>) {
  const { call, input, done, reload, ...question } = props
  const { mutateAsync } = useCall(call)
  const { run, isBusy } = useAction(...reload)
  const confirm = () => run(() => mutateAsync(input), done)
  return <ConfirmedAction {...question} isBusy={isBusy} onConfirm={confirm} />
}

type FilterSelectProps = {
  name: string
  label: string
  /** The choice that filters nothing. */
  all: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
}

export function FilterSelect({ name, label, all, value, options }: FilterSelectProps) {
  const { change } = useFilters()
  const isListed = options.some(([each]) => each === value)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => change(name, event.target.value)}
      className="max-sm:w-full"
    >
      <option value="">{all}</option>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
      {/* The address may name what is no longer there. */}
      {value !== '' && !isListed && <option value={value}>{value}</option>}
    </Select>
  )
}
