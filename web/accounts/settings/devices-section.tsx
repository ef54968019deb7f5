import { useQuery } from '@tanstack/react-query'
import { Globe, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listSessions,
  logoutEverywhere,
  revokeSession,
  type SessionInfo,
} from '#contracts/accounts/auth.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { languageInfo } from '#i18n/languages.ts'
import { isApiError } from '#web/api/api-error.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useSessionEnded } from '#web/lib/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { useFailureToast } from './action-feedback.ts'
import { Section } from './settings-page.tsx'

export function DevicesSection() {
  const { t } = useTranslation('settings')
  const sessions = useQuery(q(listSessions, {}))
  return (
    <Section title={t('devices.title')} text={t('devices.text')}>
      <Loaded
        query={sessions}
        skeleton={<Skeleton className="grid gap-4" bones={['h-14', 'h-14', 'h-11 w-48']} />}
      >
        {(data) => (
          <>
            <ul className="-mt-2 divide-y divide-line">
              {data.sessions.map((session) => (
                <DeviceRow key={session.id} session={session} nowMs={sessions.dataUpdatedAt} />
              ))}
            </ul>
            <LogOutEverywhere />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const icons: Record<SessionInfo['kind'], LucideIcon> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
  unknown: Globe,
}

type Props = { session: SessionInfo; nowMs: number }

function DeviceRow({ session, nowMs }: Props) {
  const { t } = useTranslation('settings')
  const row = useRef<HTMLLIElement>(null)
  const name = useDeviceName(session)
  const Icon = icons[session.kind]
  const revoke = useRevoke(session, () =>
    row.current?.closest('section, [role=region]')?.querySelector('h2'),
  )
  return (
    <li
      ref={row}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Icon className="mt-0.5 size-5 self-start text-muted" aria-hidden />
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.isCurrent && <Badge tone="good">{t('devices.current')}</Badge>}
        </p>
        <LastUse session={session} nowMs={nowMs} />
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          isBusy={revoke.isBusy}
          className="max-sm:col-start-2 max-sm:justify-self-start"
          aria-label={t('devices.logOutOf', { device: name })}
          onClick={() => void revoke.run()}
        >
          {t('devices.logOut')}
        </Button>
      )}
    </li>
  )
}

function LastUse({ session: { isCurrent, lastUsedAt }, nowMs }: Props) {
  const { t, i18n } = useTranslation('settings')
  const formats = useFormats()
  const when = relativeTime(languageInfo[languageOf(i18n)].locale, lastUsedAt, nowMs)
  return (
    <p className="text-sm text-muted">
      {isCurrent ? t('devices.active') : t('devices.lastUsed', { when })}
      {' · '}
      <time dateTime={lastUsedAt}>{formats.moment(lastUsedAt)}</time>
    </p>
  )
}

function useDeviceName({ browser, system }: SessionInfo): string {
  const { t } = useTranslation('settings')
  if (browser && system) return t('devices.device', { browser, system })
  return browser ?? system ?? t('devices.unknown')
}

/** Ends the session. Its row disappears, so the focus moves to an element that stays. */
function useRevoke({ id }: SessionInfo, focusNext: () => HTMLElement | null | undefined) {
  const { t } = useTranslation('settings')
  const reload = useReload()
  const fail = useFailureToast()
  const call = useCall(revokeSession)
  const run = async () => {
    const next = focusNext()
    try {
      await call.mutateAsync({ params: { id } })
      notify({ kind: 'success', subject: 'logout', title: t('devices.loggedOut') })
      next?.focus()
    } catch (error) {
      // The session had already ended, by its age or from another device; only the list is
      // outdated.
      if (!isApiError(error, 'not_found')) fail('logout', error)
    }
    await reload(listSessions)
  }
  return { run, isBusy: call.isPending }
}

const steps = [
  ['day', DAY_MS],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** “3 hours ago”, “yesterday”, “now”; a future time, seen by a slow clock, counts as now. */
export function relativeTime(locale: string, iso: string, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const agoMs = nowMs - Date.parse(iso)
  for (const [unit, ms] of steps) {
    if (agoMs >= ms) return format.format(-Math.floor(agoMs / ms), unit)
  }
  return format.format(0, 'second')
}

function LogOutEverywhere() {
  const { t } = useTranslation(['settings', 'components'])
  const fail = useFailureToast()
  const leave = useSessionEnded()
  const call = useCall(logoutEverywhere)
  const confirm = async () => {
    try {
      const { message } = await call.mutateAsync({})
      await leave()
      notify({ kind: 'success', subject: 'logout', title: message })
    } catch (error) {
      fail('logout', error)
    }
    return true
  }
  return (
    <ConfirmedAction
      label={t('devices.everywhere')}
      title={t('devices.everywhereTitle')}
      text={t('devices.everywhereText')}
      cancel={t('components:leaving.stay')}
      isDangerous
      className="mt-4"
      isBusy={call.isPending}
      onConfirm={confirm}
    />
  )
}
