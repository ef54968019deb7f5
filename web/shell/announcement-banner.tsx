import { Pause, Play, X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { getHighlights } from '#contracts/site/highlights.ts'
import type { getSampleGlance } from '#contracts/site/sample.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { BANNER_COOKIE } from '#web/lib/app/site.tsx'
import { writePreferenceCookie } from '#web/lib/browser/browser-storage.ts'
import { useInUse } from '#web/lib/browser/elements.ts'
import { useMedia } from '#web/lib/browser/media.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'

const SHOWN_MS = 5_000
const button = 'grid size-8 pointer-coarse:size-11 place-items-center rounded-md hover:bg-white/10'

const loginClass = 'font-semibold text-[#ffc974] underline underline-offset-4'

/** Three rotating messages. All of them take part in the layout, so the banner keeps its height. */
export function AnnouncementBanner({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('announcement')
  const isChecking = useSession().status === 'checking'
  const messages = useMessages()
  const { shown, isPaused, setPaused, pauseHandlers } = useRotation(messages.length)
  const Icon = isPaused ? Play : Pause
  const close = () => {
    writePreferenceCookie(BANNER_COOKIE, 'closed')
    onClose()
  }
  return (
    <aside
      aria-label={t('label')}
      // During the session check, browsers that hold a token hide the banner:
      // web/lib/app/page-bootstrap.ts.
      className={cn('bg-[#11263d] text-[#e8eef5]', isChecking && 'in-data-token:hidden')}
      {...pauseHandlers}
      data-print="no"
    >
      {/* At double text size the buttons wrap to their own line, so that the page does not scroll sideways. */}
      <div className="page flex flex-wrap items-center justify-end gap-2 py-1.5 text-sm">
        <div className="grid min-w-0 flex-[1_1_10rem] items-center wrap-break-word hyphens-auto">
          {messages.map((message, at) => (
            <p
              key={at}
              aria-hidden={at !== shown}
              className={cn(
                'col-start-1 row-start-1 transition-[opacity,visibility] duration-200',
                // Fade one after the other: two overlapping texts are unreadable.
                at === shown ? 'delay-200 motion-reduce:delay-0' : 'invisible opacity-0',
              )}
            >
              {message}{' '}
              <Link to={paths.login()} className={cn(loginClass, 'whitespace-nowrap sm:hidden')}>
                {t('login')}
              </Link>
            </p>
          ))}
        </div>
        <Link
          to={paths.login()}
          className={cn(loginClass, 'flex min-h-8 shrink-0 items-center px-2 max-sm:hidden')}
        >
          {t('login')}
        </Link>
        <button
          type="button"
          className={button}
          aria-label={t(isPaused ? 'resume' : 'pause')}
          onClick={() => setPaused(!isPaused)}
        >
          <Icon className="size-4" aria-hidden />
        </button>
        <button type="button" className={button} aria-label={t('close')} onClick={close}>
          <X className="size-4" aria-hidden />
        </button>
      </div>
    </aside>
  )
}

/** With the figures that the page knows; other pages say the same without them. */
function useMessages(): ReactNode[] {
  const { t } = useTranslation('announcement')
  const { number, counted, shortDay } = useFormats()
  const { answer: highlights } = useKnownAnswer<typeof getHighlights>('getHighlights')
  const { answer: glance } = useKnownAnswer<typeof getSampleGlance>('getSampleGlance')
  const { stores = 0, leads = 0 } = highlights?.today ?? {}
  const day = glance?.sample?.day
  return [
    stores > 0 ? (
      <Fragment key="first">
        <strong className="font-semibold">{t('messages.today', counted(stores))}</strong>
        <span className="max-sm:hidden">{t('messages.leads', { leads: number(leads) })}</span>
      </Fragment>
    ) : (
      t('messages.first')
    ),
    t('messages.second'),
    day ? t('messages.open', { day: shortDay(day) }) : t('messages.third'),
  ]
}

/**
 * Rotates through `count` messages. Pauses under the pointer or the focus, and starts paused with
 * reduced motion.
 */
function useRotation(count: number) {
  const [shown, setShown] = useState(0)
  const hasLessMotion = useMedia('(prefers-reduced-motion: reduce)')
  const [choice, setPaused] = useState<boolean | null>(null)
  const isPaused = choice ?? hasLessMotion
  const [isInUse, pauseHandlers] = useInUse()
  useEffect(() => {
    if (isPaused || isInUse) return
    const timer = setInterval(() => setShown((current) => (current + 1) % count), SHOWN_MS)
    return () => clearInterval(timer)
  }, [count, isPaused, isInUse])
  return { shown, isPaused, setPaused, pauseHandlers }
}

/**
 * Only for signed-out visitors. After a check that finds no session on a member's page it stays
 * hidden until the next navigation, because it would push down what the visitor reads.
 */
export function useIsBannerVisible(): boolean {
  const { key } = useLocation()
  const visitor = visitorOf(useSession())
  const [memberPage] = useState(visitor === 'unknown' ? key : null)
  return visitor === 'anonymous' && key !== memberPage
}
