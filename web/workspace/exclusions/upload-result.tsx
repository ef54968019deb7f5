import { Undo2, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ExclusionUpload, undoExclusionUpload } from '#contracts/workspace/exclusions.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { useAddLines, useRemoval } from './exclusion-calls.ts'

type Props = {
  result: ExclusionUpload
  onEdit: (line: string) => void
  onTaken: (result: ExclusionUpload) => void
  onClose: () => void
}

type Part = 'accepted' | 'repeated' | 'refused'
const PARTS: readonly Part[] = ['refused', 'repeated', 'accepted']
const COLOURS: Record<Part, string> = {
  accepted: 'bg-action',
  repeated: 'bg-rule',
  refused: 'bg-bad',
}

/** What became of each line of an upload. */
export function UploadResult({ result, onEdit, onTaken, onClose }: Props) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const id = useId()
  const [part, setPart] = useState<Part>(() => PARTS.find((each) => result[each] > 0) ?? 'accepted')
  return (
    <Card className="min-w-0 p-4">
      <section aria-labelledby={id} className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={id} className="min-w-0 text-base font-semibold wrap-anywhere">
            {result.name ?? t('result.pasted')}
          </h2>
          <time dateTime={result.at} className="text-sm text-muted">
            {formats.moment(result.at)}
          </time>
          <ResultActions result={result} onClose={onClose} />
        </div>
        <Sums result={result} />
        <div role="group" aria-label={t('result.tabs')} className="flex flex-wrap gap-2">
          {PARTS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === part}
              onClick={() => setPart(each)}
              className={cn(
                'min-h-9 border-b-2 px-1 text-sm font-semibold pointer-coarse:min-h-11',
                each === part ? 'border-sun' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {t(`result.tab.${each}`)}{' '}
              <span className="font-normal text-muted">{formats.number(result[each])}</span>
            </button>
          ))}
        </div>
        {part === 'refused' && <Refused result={result} onEdit={onEdit} onTaken={onTaken} />}
        {part === 'repeated' && <Repeated result={result} />}
        {part === 'accepted' && <Accepted result={result} />}
      </section>
    </Card>
  )
}

function ResultActions({ result, onClose }: Pick<Props, 'result' | 'onClose'>) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const undo = useRemoval(undoExclusionUpload)
  const { id, refusedLines } = result
  const undoAll = async () => {
    const removed = id && (await undo.act({ params: { id } }))
    if (!removed) return
    const title = t('result.undone', { count: removed.lines, lines: formats.number(removed.lines) })
    notify({ kind: 'success', subject: 'exclusions', title })
    onClose()
  }
  const download = () =>
    saveFile(
      'storedawn-refused.txt',
      new Blob([refusedLines.map(({ text }) => `${text}\n`).join('')], { type: 'text/plain' }),
    )
  return (
    <div className="ms-auto flex flex-wrap items-center gap-1">
      {id && (
        <Button variant="quiet" size="sm" isBusy={undo.isPending} onClick={() => void undoAll()}>
          <Undo2 className="size-4" aria-hidden />
          {t('result.undo')}
        </Button>
      )}
      {refusedLines.length > 0 && (
        <Button variant="quiet" size="sm" onClick={download}>
          {t('result.download')}
        </Button>
      )}
      <Button variant="quiet" size="icon" aria-label={t('result.close')} onClick={onClose}>
        <X className="size-4.5" aria-hidden />
      </Button>
    </div>
  )
}

function Sums({ result }: Pick<Props, 'result'>) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const { lines, hides } = result
  const parts = PARTS.toReversed()
  return (
    <div className="grid gap-2" role="status">
      <svg
        className="h-1.5 w-full rounded-full"
        preserveAspectRatio="none"
        viewBox={`0 0 ${Math.max(1, lines)} 1`}
        aria-hidden
      >
        <Bars parts={parts} result={result} />
      </svg>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <b>{t('result.lines', { count: lines, lines: formats.number(lines) })}</b>
        {parts.map((part) => (
          <span key={part} className="inline-flex items-center gap-1.5">
            <span className={cn('size-2 rounded-xs', COLOURS[part])} aria-hidden />
            {t(`result.${part}`, { count: result[part], lines: formats.number(result[part]) })}
          </span>
        ))}
        <span className="ms-auto">
          {t('result.hides', { count: hides, stores: formats.number(hides) })}
        </span>
      </p>
    </div>
  )
}

const FILLS: Record<Part, string> = {
  accepted: 'fill-action',
  repeated: 'fill-rule',
  refused: 'fill-bad',
}

function Bars({ parts, result }: { parts: readonly Part[]; result: ExclusionUpload }) {
  return parts.map((part, at) => (
    <rect
      key={part}
      x={parts.slice(0, at).reduce((before, each) => before + result[each], 0)}
      width={result[part]}
      height={1}
      className={FILLS[part]}
    />
  ))
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

function Refused({ result, onEdit, onTaken }: Omit<Props, 'onClose'>) {
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
            <Repair line={line} reason={result.reason} onEdit={onEdit} onTaken={onTaken} />
          ),
        },
      ]}
    />
  )
}

type RepairProps = Pick<Props, 'onEdit' | 'onTaken'> & {
  reason: ExclusionUpload['reason']
  line: ExclusionUpload['refusedLines'][number]
}

/** A suggestion is never taken by itself. */
function Repair({
  reason,
  line: { text, fault, suggestion },
  onEdit,
  onTaken,
}: RepairProps): ReactNode {
  const { t } = useTranslation('exclusions')
  const { add, isPending } = useAddLines(onTaken)
  const about = (action: string) => ({ 'aria-label': `${action}: ${suggestion ?? text}` })
  if (fault === 'full') return null
  if (suggestion)
    return (
      <Button
        variant="quiet"
        size="sm"
        isBusy={isPending}
        {...about(t('result.take'))}
        onClick={() => void add({ text: new Blob([suggestion], { type: 'text/plain' }), reason })}
      >
        {t('result.take')}
      </Button>
    )
  if (fault === 'name')
    return (
      <Link
        className="link font-semibold"
        to={paths.list({ q: text, launchStatus: 'all' })}
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

function Repeated({ result }: Pick<Props, 'result'>) {
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

function Accepted({ result }: Pick<Props, 'result'>) {
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
