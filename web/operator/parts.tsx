import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorState } from '#web/ui/feedback/states.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { useFailureText } from '#web/ui/form/form-failure.tsx'

/** A section's heading with its controls. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <h1 className="min-w-0 text-2xl wrap-anywhere">{title}</h1>
      {children}
    </header>
  )
}

type BlockProps = { title: string; text?: ReactNode; aside?: ReactNode; children: ReactNode }

/** A titled sheet of a section. */
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

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What a query has brought, its failure, or the place it will take. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Skeleton className="mt-6 grid gap-4">
      <Bone className="h-24 rounded-lg" />
      <Bone className="h-64 rounded-lg" />
    </Skeleton>
  )
}

/** The filters of a section are its address; a changed filter starts at the first page. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(0, Number(params.get('page') ?? 1) - 1) || 0
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
  const hrefOf = (target: number) => {
    const after = new URLSearchParams(params)
    if (target > 0) after.set('page', String(target + 1))
    else after.delete('page')
    return `?${after}`
  }
  return { params, page: Number.isInteger(page) ? page : 0, change, hrefOf }
}

export function Nothing({ text }: { text?: string }) {
  const { t } = useTranslation('operator')
  return <p className="px-5 py-6 text-sm text-muted">{text ?? t('nothing')}</p>
}

type SearchBoxProps = { label: string; text: string; onSearch: (text: string) => void }

export function SearchBox({ label, text, onSearch }: SearchBoxProps) {
  const { t } = useTranslation('operator')
  const [value, setValue] = useState(text)
  return (
    <form
      role="search"
      className="flex min-w-0 flex-1 basis-72 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(value.trim())
      }}
    >
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={100}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" variant="secondary">
        {t('find')}
      </Button>
    </form>
  )
}

/** Runs an action, says what became of it, and reads the named calls again. */
export function useAction(...calls: string[]) {
  const client = useQueryClient()
  const textOf = useFailureText()
  const [isBusy, setBusy] = useState(false)
  /** @returns whether it succeeded */
  const run = async (work: () => Promise<unknown>, doneText: string): Promise<boolean> => {
    setBusy(true)
    try {
      await work()
      notify({ kind: 'success', title: doneText })
      return true
    } catch (error) {
      notify({ kind: 'error', title: textOf(error, { fallback: 'internal' }) })
      return false
    } finally {
      await Promise.all(calls.map((name) => client.invalidateQueries({ queryKey: [name] })))
      setBusy(false)
    }
  }
  return { run, isBusy }
}
