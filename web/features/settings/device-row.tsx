import { useQueryClient } from '@tanstack/react-query'
import { Globe, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { listSessions, revokeSession, type SessionInfo } from '#contracts/auth.ts'
import { languageInfo } from '#i18n/languages.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/format.ts'
import { languageOf } from '#web/lib/load-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { relativeTime } from './relative-time.ts'
import { useFailureToast } from './use-failure-toast.ts'

const icons: Record<SessionInfo['kind'], LucideIcon> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
  unknown: Globe,
}

type Props = { session: SessionInfo; nowMs: number }

export function DeviceRow({ session, nowMs }: Props) {
  const { t } = useTranslation('settings')
  const row = useRef<HTMLLIElement>(null)
  const name = useDeviceName(session)
  const Icon = icons[session.kind]
  const revoke = useRevoke(session, () => row.current?.closest('section, [role=region]')?.querySelector('h2'))
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
  const client = useQueryClient()
  const fail = useFailureToast()
  const call = useCall(revokeSession)
  const run = async () => {
    const next = focusNext()
    try {
      await call.mutateAsync({ params: { id } })
      notify({ kind: 'success', subject: 'logout', title: t('devices.loggedOut') })
      next?.focus()
    } catch (error) {
      // The session had already ended, by its age or from another device; only the list is outdated.
      if (!isApiError(error, 'not_found')) fail('logout', error)
    }
    await client.invalidateQueries({ queryKey: [listSessions.name] })
  }
  return { run, isBusy: call.isPending }
}
