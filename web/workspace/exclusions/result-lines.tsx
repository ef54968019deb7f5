import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addExclusions, type ExclusionUpload } from '#contracts/workspace/exclusions.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { useChangeLines } from './exclusion-calls.tsx'

export type ResultProps = {
  result: ExclusionUpload
  onEdit: (line: string) => void
  /** With the number of a refused line whose suggestion was added. */
  onRepaired: (line: number) => void
}

/** The lines that the answer names, and how many others there are. */
function Lines<Line extends { line: number }>(props: {
  caption: string
  total: number
  lines: readonly Line[]
  columns: readonly Column<Line>[]
}) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const { caption, total, lines, columns } = props
  const number: Column<Line> = {
    head: t('result.line'),
    isNumber: true,
    className: 'w-14 text-muted tabular-nums',
    cell: ({ line }) => formats.number(line),
  }
  if (lines.length === 0) return <p className="py-3 text-sm text-muted">{t('result.none')}</p>
  const more = total - lines.length
  return (
    <>
      <DataTable
        caption={caption}
        columns={[number, ...columns]}
        items={lines}
        keyOf={({ line }) => line}
        edges="none"
        className="max-h-96 overflow-y-auto"
      />
      {more > 0 && (
        <p className="py-2 text-sm text-muted">
          {t('result.more', { count: more, more: formats.number(more) })}
        </p>
      )}
    </>
  )
}

const written = 'min-w-36 wrap-anywhere'

export function Refused({ result, onEdit, onRepaired }: ResultProps) {
  const { t } = useTranslation('exclusions')
  return (
    <Lines
      caption={t('result.tab.refused')}
      total={result.refused}
      lines={result.refusedLines}
      columns={[
        { head: t('result.written'), className: written, cell: ({ text }) => text },
        {
          head: t('result.why'),
          className: 'min-w-44',
          cell: ({ fault, suggestion }) => (
            <>
              {t(`faults.${fault}`)}
              {suggestion && (
                <b className="block wrap-anywhere">{t('result.meant', { suggestion })}</b>
              )}
            </>
          ),
        },
        {
          head: t('result.action'),
          className: 'text-end',
          cell: (line) => (
            <Repair line={line} reason={result.reason} onEdit={onEdit} onRepaired={onRepaired} />
          ),
        },
      ]}
    />
  )
}

type RepairProps = Pick<ResultProps, 'onEdit' | 'onRepaired'> & {
  reason: ExclusionUpload['reason']
  line: ExclusionUpload['refusedLines'][number]
}

/** A suggestion is never taken by itself. */
function Repair({ reason, line, onEdit, onRepaired }: RepairProps): ReactNode {
  const { t } = useTranslation('exclusions')
  const { text, fault, suggestion } = line
  const about = (action: string) => ({ 'aria-label': `${action}: ${suggestion ?? text}` })
  const take = useTake(reason, () => onRepaired(line.line))
  if (fault === 'full') return null
  if (suggestion)
    return (
      <Button
        variant="quiet"
        size="sm"
        isBusy={take.isPending}
        {...about(t('result.take'))}
        onClick={() => void take.run(suggestion)}
      >
        {t('result.take')}
      </Button>
    )
  if (fault === 'name')
    return (
      <Link
        className="link font-semibold"
        to={paths.list({ q: firstCellOf(text), launchStatus: 'all' })}
        {...about(t('result.find'))}
      >
        {t('result.find')}
      </Link>
    )
  return (
    <Button variant="quiet" size="sm" {...about(t('result.edit'))} onClick={() => onEdit(text)}>
      {t('result.edit')}
    </Button>
  )
}

/** Of a line of a table, which most often begins with a name. */
const firstCellOf = (line: string): string =>
  line
    .split(/[;,\t]/)
    .map((cell) => cell.replaceAll('"', '').trim())
    .find((cell) => cell !== '') ?? line

/** Adds a suggestion as a separate upload. */
export function useTake(reason: ExclusionUpload['reason'], onTaken: () => void) {
  const { t } = useTranslation('exclusions')
  const { act, isPending } = useChangeLines(addExclusions, 'addFailed')
  const run = async (suggestion: string) => {
    const text = new Blob([suggestion], { type: 'text/plain' })
    const taken = await act({ text, query: { reason } })
    if (!taken) return
    const [refused] = taken.refusedLines
    const subject = 'exclusions'
    if (refused) {
      const description = t(`faults.${refused.fault}`)
      return notify({ kind: 'error', subject, title: t('addFailed'), description })
    }
    const outcome = taken.accepted > 0 ? 'accepted' : 'repeated'
    notify({ kind: 'success', subject, title: t(`result.tab.${outcome}`), description: suggestion })
    onTaken()
  }
  return { run, isPending }
}

/** A repaired line belongs to the upload that repaired it, and no longer to this one. */
export const withoutRefused = (result: ExclusionUpload, line: number): ExclusionUpload => ({
  ...result,
  lines: result.lines - 1,
  refused: result.refused - 1,
  refusedLines: result.refusedLines.filter((each) => each.line !== line),
})

export function Repeated({ result }: Pick<ResultProps, 'result'>) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  return (
    <Lines
      caption={t('result.tab.repeated')}
      total={result.repeated}
      lines={result.repeatedLines}
      columns={[
        { head: t('result.written'), className: written, cell: ({ text }) => text },
        {
          head: t('result.there'),
          cell: ({ sameAs }) =>
            sameAs === null
              ? t('result.known')
              : t('result.sameAs', { line: formats.number(sameAs) }),
        },
      ]}
    />
  )
}

export function Accepted({ result }: Pick<ResultProps, 'result'>) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  return (
    <Lines
      caption={t('result.tab.accepted')}
      total={result.accepted}
      lines={result.acceptedLines}
      columns={[
        { head: t('list.line'), className: written, rowHead: 'strong', cell: ({ key }) => key },
        { head: t('list.hides'), cell: ({ kind }) => t(`kinds.${kind}`) },
        { head: t('list.stores'), isNumber: true, cell: ({ stores }) => formats.number(stores) },
      ]}
    />
  )
}
