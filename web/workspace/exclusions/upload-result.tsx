import { Undo2, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExclusionUpload, undoExclusionUpload } from '#contracts/workspace/exclusions.ts'
import { saveFile } from '#web/lib/browser/elements.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useChangeLines } from './exclusion-calls.tsx'
import { Accepted, Refused, Repeated, type ResultProps } from './result-lines.tsx'

type Props = ResultProps & { onClose: () => void }

type Part = 'accepted' | 'repeated' | 'refused'
const PARTS: readonly Part[] = ['refused', 'repeated', 'accepted']
const COLOURS: Record<Part, string> = {
  accepted: 'text-action',
  repeated: 'text-rule',
  refused: 'text-bad',
}

/** What became of each line of an upload. */
export function UploadResult({ result, onEdit, onRepaired, onClose }: Props) {
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
        {part === 'refused' && <Refused result={result} onEdit={onEdit} onRepaired={onRepaired} />}
        {part === 'repeated' && <Repeated result={result} />}
        {part === 'accepted' && <Accepted result={result} />}
      </section>
    </Card>
  )
}

function ResultActions({ result, onClose }: Pick<Props, 'result' | 'onClose'>) {
  const { t } = useTranslation('exclusions')
  const formats = useFormats()
  const undo = useChangeLines(undoExclusionUpload)
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
            <span className={cn('size-2 rounded-xs bg-current', COLOURS[part])} aria-hidden />
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

function Bars({ parts, result }: { parts: readonly Part[]; result: ExclusionUpload }) {
  return parts.map((part, at) => (
    <rect
      key={part}
      x={parts.slice(0, at).reduce((before, each) => before + result[each], 0)}
      width={result[part]}
      height={1}
      className={cn('fill-current', COLOURS[part])}
    />
  ))
}
