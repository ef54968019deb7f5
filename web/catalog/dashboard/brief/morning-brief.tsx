import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Brief } from '#contracts/workspace/brief.ts'
import { readStored, store } from '#web/lib/browser/browser-storage.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { RetryButton } from '#web/ui/feedback/error-state.tsx'
import { BriefBones, briefQuery, keepHeight } from './brief-room.tsx'
import { Followed, Niches } from './followed.tsx'
import { Matches } from './matches.tsx'
import { Offers } from './offers.tsx'
import { Steps } from './steps.tsx'
import { useZonedTime } from './zoned-time.ts'

/** What waits for the account this morning. */
export function MorningBrief() {
  const { t } = useTranslation('brief')
  const brief = useQuery(briefQuery)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => keepHeight(box.current))
  return (
    <div ref={box} className="empty:hidden work:col-span-full">
      <Loaded
        query={brief}
        skeleton={<BriefBones />}
        failure={(_, retry) => (
          <p className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line bg-surface px-4 py-1.5 text-sm text-muted">
            {t('failed')}
            <RetryButton variant="quiet" size="sm" onClick={retry} />
          </p>
        )}
      >
        {(data) => (isEmpty(data) ? <Offers /> : <Sheet brief={data} />)}
      </Loaded>
    </div>
  )
}

const isEmpty = ({ counts, clusters, leftOut }: Brief): boolean =>
  counts.steps + counts.matches + counts.changes + counts.niches + clusters.length + leftOut === 0

const FOLDED_KEY = 'brief-folded'

function Sheet({ brief }: { brief: Brief }) {
  const { t } = useTranslation('brief')
  const id = useId()
  const time = useZonedTime()
  const [isFolded, setFolded] = useState(() => readStored(FOLDED_KEY) !== null)
  const fold = () => {
    store(FOLDED_KEY, isFolded ? null : { isFolded: true })
    setFolded(!isFolded)
  }
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <div className="flex h-9.5 items-center gap-2.5 ps-4 pe-1 whitespace-nowrap max-work:gap-1.5 pointer-coarse:h-11 max-work:ps-3">
        <h2 id={id} className="text-sm font-semibold">
          {t('title')}
        </h2>
        <p
          className={cn(
            'min-w-0 flex-1 truncate text-xs text-faint',
            !isFolded && 'max-xs:invisible',
          )}
        >
          {isFolded ? <Short brief={brief} /> : t('since', { when: time.moment(brief.since) })}
        </p>
        <Sent brief={brief} isHidden={isFolded} />
        <Button
          variant="quiet"
          size="icon"
          className="size-8!"
          aria-expanded={!isFolded}
          aria-controls={`${id}-groups`}
          aria-label={t('fold')}
          onClick={fold}
        >
          <ChevronDown className={cn('size-4', isFolded && '-rotate-90')} aria-hidden />
        </Button>
      </div>
      <div
        id={`${id}-groups`}
        hidden={isFolded}
        className="grid border-t border-line min-[75rem]:grid-cols-2"
      >
        <Steps brief={brief} />
        <Matches brief={brief} />
        <Followed brief={brief} />
        <Niches brief={brief} />
      </div>
    </section>
  )
}

/** What it holds, in a line. */
function Short({ brief: { counts } }: { brief: Brief }) {
  const { t } = useTranslation('brief')
  const formats = useFormats()
  const part = (kind: 'steps' | 'matches' | 'changes') =>
    counts[kind] > 0 && t(`short.${kind}`, formats.counted(counts[kind]))
  return [part('steps'), part('matches'), part('changes')].filter(Boolean).join(', ')
}

/** When it went out, or the way to have it sent. */
function Sent({ brief: { sentAt, isMailed }, isHidden }: { brief: Brief; isHidden: boolean }) {
  const { t } = useTranslation('brief')
  const time = useZonedTime()
  const text =
    sentAt === null
      ? t('setUp')
      : t(isMailed ? 'mailedAt' : 'sentAt', { time: time.time(sentAt), place: time.place })
  return (
    <Link
      to={paths.settingsBrief()}
      className={cn(
        'min-w-0 truncate text-xs leading-6 text-muted hover:underline pointer-coarse:leading-11',
        isHidden && 'max-work:hidden',
      )}
    >
      {text}
    </Link>
  )
}
