import { Check } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

/** Lines that stand without a click. */
export const BRIEF_LINES = 5

type Props = {
  title: string
  count: number
  note?: ReactNode
  more?: ReactNode
  children: ReactNode
}

export function BriefGroup({ title, count, note, more, children }: Props) {
  const id = useId()
  const formats = useFormats()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 border-line pb-1.5 not-first:border-t min-[75rem]:even:border-s min-[75rem]:nth-2:border-t-0"
    >
      <div className="flex h-8 items-center gap-2 ps-4 pe-2 text-xs whitespace-nowrap text-faint pointer-coarse:h-11 max-work:ps-3">
        <h3 id={id} className="font-semibold text-ink">
          {title}
        </h3>
        <span>{formats.number(count)}</span>
        <span className="min-w-0 flex-1 truncate">{note}</span>
        {more}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

const MORE =
  'grid min-h-6 place-items-center rounded-md px-2 text-xs text-muted hover:bg-canvas hover:text-ink pointer-coarse:min-h-11'

export const GroupLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={MORE}>
    {children}
  </Link>
)

export const GroupButton = ({
  onClick,
  children,
}: {
  onClick: () => void
  children: ReactNode
}) => (
  <button type="button" onClick={onClick} className={MORE}>
    {children}
  </button>
)

type LineProps = {
  /** In the first column, until the line is done: a sign, a picture, or a button. */
  sign: ReactNode
  /** Where the name leads. */
  to: string
  name: ReactNode
  text: ReactNode
  /** Before the action. */
  aside: ReactNode
  action: ReactNode
  isDone?: boolean
}

/** One thing, one line, one action; on phones the name has a line of its own. */
export const BriefLine = ({ sign, to, name, text, aside, action, isDone = false }: LineProps) => (
  <li
    className={cn(
      'grid h-8.5 grid-cols-[1.625rem_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 ps-4 pe-2 text-xs text-muted hover:bg-canvas min-[96rem]:h-9.5',
      'max-work:h-13.5 max-work:grid-cols-[1.625rem_auto_minmax(0,1fr)_auto] max-work:grid-rows-[1.3rem_1.2rem] max-work:content-center max-work:ps-3',
    )}
  >
    <span className="grid place-items-center max-work:row-span-2">
      {isDone ? <Check className="size-4 text-good" aria-hidden /> : sign}
    </span>
    <p className="min-w-0 truncate max-work:contents">
      <Link
        to={to}
        className={cn(
          'me-2 font-semibold hover:underline max-work:col-span-2 max-work:truncate max-work:text-sm',
          isDone ? 'font-normal text-faint line-through' : 'text-ink',
        )}
      >
        {name}
      </Link>
      <span className="max-work:col-start-3 max-work:row-start-2 max-work:truncate">{text}</span>
    </p>
    <span className="whitespace-nowrap max-work:col-start-2 max-work:row-start-2">{aside}</span>
    <span className="flex min-w-21.5 justify-end max-work:col-start-4 max-work:row-span-2 max-work:row-start-1">
      {action}
    </span>
  </li>
)

const ACTION =
  'inline-flex min-h-6.5 items-center justify-center rounded-md border border-transparent px-2 text-xs font-semibold whitespace-nowrap text-link hover:border-ink hover:bg-surface max-work:min-h-11'

/** `of`: for screen readers, whom or what it concerns. */
type ActionProps = { of: string; children: string }

export const ActionLink = ({ to, of, children }: ActionProps & { to: string }) => (
  <Link to={to} aria-label={`${children}: ${of}`} className={ACTION}>
    {children}
  </Link>
)

type ActionButtonProps = ActionProps & { isBusy?: boolean; isQuiet?: boolean; onClick: () => void }

export const ActionButton = (props: ActionButtonProps) => {
  const { of, isBusy = false, isQuiet = false, onClick, children } = props
  return (
    <button
      type="button"
      aria-label={`${children}: ${of}`}
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      onClick={onClick}
      className={cn(ACTION, isQuiet && 'font-normal text-muted')}
    >
      {children}
    </button>
  )
}

/** A country in two letters. */
export function Plate({ country }: { country: string }) {
  const formats = useFormats()
  return (
    <abbr
      title={formats.country(country)}
      className="rounded-sm border border-rule px-1.5 text-2xs font-semibold text-muted no-underline"
    >
      {country}
    </abbr>
  )
}

/** `undo`: null while the server has not answered yet. */
type Dealt = { at: string; undo: (() => Promise<unknown>) | null }

/**
 * Lines that were dealt with in this visit, each until it is undone. They are painted at once, and
 * taken back if the server refuses.
 */
export function useDealtWith<Key>() {
  const { t } = useTranslation('brief')
  const fail = useFailureNotice()
  const [lines, setLines] = useState<ReadonlyMap<Key, Dealt>>(new Map())
  const set = (key: Key, dealt: Dealt | null) =>
    setLines((before) => {
      const after = new Map(before)
      if (dealt) after.set(key, dealt)
      else after.delete(key)
      return after
    })

  /** `work` resolves to what undoes it. */
  async function deal(key: Key, work: () => Promise<() => Promise<unknown>>): Promise<void> {
    const at = new Date().toISOString()
    set(key, { at, undo: null })
    try {
      set(key, { at, undo: await work() })
    } catch (error) {
      set(key, null)
      fail('brief', t('refused'), error)
    }
  }

  async function undo(key: Key): Promise<void> {
    const dealt = lines.get(key)
    if (!dealt?.undo) return
    set(key, null)
    try {
      await dealt.undo()
    } catch (error) {
      set(key, dealt)
      fail('brief', t('refused'), error)
    }
  }
  return { lines, deal, undo }
}
