import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { readWay, type Way } from '#web/lib/navigation/way.ts'
import { planOf, useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'

/**
 * Above the prices: where a visitor was going who has been sent here, and the way to work for those
 * who have a plan.
 */
export function Arrival() {
  const session = useSession()
  const visitor = visitorOf(session)
  const isHydrated = useHydrated()
  if (visitor === 'unknown') return <Bone className="-mt-4 mb-8 h-17 rounded-lg sm:-mt-10" />
  if (session.status === 'signed-in' && visitor === 'paid')
    return <MemberNote plan={planOf(session.user)} />
  return isHydrated && <WayNote isSignedIn={visitor === 'guest'} />
}

const frame =
  '-mt-4 mb-8 flex min-h-17 flex-wrap items-center justify-between gap-x-8 gap-y-3 sm:-mt-10 rounded-lg border border-line bg-surface px-5 py-3'

function MemberNote({ plan }: { plan: ReturnType<typeof planOf> }) {
  const { t } = useTranslation(['pricing', 'navigation'])
  const date = useToday()
  return (
    <div className={frame}>
      <p>{t('pricing:arrival.member', { plan: t(`navigation:plan.${plan}`) })}</p>
      <LinkButton to={searchPath({ kind: 'single', date })}>{t('pricing:arrival.open')}</LinkButton>
    </div>
  )
}

function WayNote({ isSignedIn }: { isSignedIn: boolean }) {
  const [way] = useState(() => readWay(Date.now()))
  return way && <OnTheWay way={way} isSignedIn={isSignedIn} />
}

function OnTheWay({ way, isSignedIn }: { way: Way; isSignedIn: boolean }) {
  const { t } = useTranslation(['pricing', 'navigation'])
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus({ preventScroll: true }), [])
  // Soft hyphens serve the narrow rail only.
  const place = t(`navigation:work.${way.screen}`).replaceAll('\u00ad', '')
  return (
    <div className={frame}>
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="font-semibold">{t('pricing:arrival.way', { place })}</p>
        <p className="text-sm text-muted">
          {t(isSignedIn ? 'pricing:arrival.upgrade' : 'pricing:arrival.signIn')}
        </p>
      </div>
      {!isSignedIn && (
        <LinkButton ref={link} to={paths.login()} data-first-focus="">
          {t('pricing:arrival.login')}
        </LinkButton>
      )}
    </div>
  )
}
