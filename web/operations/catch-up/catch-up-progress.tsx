import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatchUp, getCatchUp } from '#contracts/operations/freshness.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

const POLL_EVERY_MS = 4_000

/** Progress of discovery's catch-up; null when discovery is up to date. */
export function useCatchUp(): CatchUp | null {
  const { answer } = useKnownAnswer<typeof getCatchUp>('getCatchUp')
  return answer?.isCatchingUp ? answer : null
}

/**
 * In the padding at the top of its page (which must be `relative`), so that nothing moves when it
 * comes or goes.
 */
export function CatchUpProgress() {
  const progress = useCatchUp()
  usePolling(progress !== null)
  return progress && <ProgressBar progress={progress} />
}

/** Loads its script on demand, because most pages show no such line. */
function usePolling(isBehind: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    const poll = async (isAgain: boolean) => {
      if (isAgain && document.hidden) return
      const { fetchCatchUp } = await import('./fetch-catch-up.ts')
      await fetchCatchUp(client, isAgain)
    }
    const pollAgain = () => void poll(true).catch(() => undefined)
    if (isBehind) {
      const timer = setInterval(pollAgain, POLL_EVERY_MS)
      return () => clearInterval(timer)
    }
    void poll(false).catch(() => undefined)
    return undefined
  }, [client, isBehind])
}

function ProgressBar({ progress: { share, hostsWaiting, logsBehind } }: { progress: CatchUp }) {
  const { t } = useTranslation('components')
  const formats = useFormats()
  const percent = formats.wholePercent(share)
  const hosts = formats.number(hostsWaiting)
  const isStarting = logsBehind === 0 && hostsWaiting === 0
  return (
    <div
      className="pointer-events-none absolute inset-x-0 top-0 z-1 text-xs text-muted"
      data-print="no"
    >
      <div
        role="progressbar"
        aria-label={t('catchUp.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={percent}
      >
        {/* SVG attributes, because the content security policy forbids inline styles in the server's HTML. */}
        <svg
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="block h-0.75 w-full bg-sunken"
          aria-hidden
        >
          <rect width={Math.floor(share * 100)} height="1" className="fill-sun" />
        </svg>
      </div>
      <p className="page truncate pt-px leading-5">
        {isStarting ? (
          t('catchUp.starting')
        ) : (
          <>
            {t('catchUp.short', { percent })}
            <span className="max-sm:sr-only">
              {t('catchUp.more', { count: hostsWaiting, hosts })}
            </span>
          </>
        )}
      </p>
    </div>
  )
}
