import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo } from '#i18n/languages.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { NETWORK_NAMES } from '#web/lib/i18n/network-names.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'

export function ContactInfo() {
  const { t } = useTranslation('contact')
  const { supportEmail, socialLinks } = useSite()
  return (
    <aside aria-labelledby="contact-info" className="grid grid-cols-1 content-start gap-7">
      <h2 id="contact-info" className="text-xl">
        {t('info.title')}
      </h2>
      <Part title={t('info.email')}>
        <p className="flex items-center justify-between gap-2">
          <a href={`mailto:${supportEmail}`} className="link min-w-0 font-semibold wrap-anywhere">
            {supportEmail}
          </a>
          <CopyButton value={supportEmail} label={t('info.email')} />
        </p>
        <p className="text-sm text-muted">{t('info.emailText')}</p>
      </Part>
      <Part title={t('info.hours')} aside={<OpenBadge />}>
        <Hours />
      </Part>
      {socialLinks.length > 0 && (
        <Part title={t('info.social')}>
          <ul>
            {socialLinks.map((address) => (
              <li key={address}>
                <ExternalLink
                  href={address}
                  className="link min-h-9 max-w-full pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 wrap-anywhere">{socialName(address)}</span>
                </ExternalLink>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </aside>
  )
}

type PartProps = { title: string; aside?: ReactNode; children: ReactNode }

const Part = ({ title, aside, children }: PartProps) => (
  <section className="grid grid-cols-1 gap-1 border-t border-rule pt-3">
    <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4">
      <h3 className="eyebrow">{title}</h3>
      {aside}
    </div>
    {children}
  </section>
)

function Hours() {
  const { t, i18n } = useTranslation(['contact', 'common'])
  const { locale } = languageInfo[languageOf(i18n)]
  const { firstDay, lastDay, opens, closes } = businessHours
  const days = (from: number, to: number) => `${dayName(locale, from)} – ${dayName(locale, to)}`
  return (
    <>
      <dl>
        <Line days={days(firstDay, lastDay)}>
          {clock(opens)} – {clock(closes)} {t('common:utc')}
        </Line>
        <Line days={days(6, 0)}>{t('contact:info.weekend')}</Line>
      </dl>
      <LocalHours />
    </>
  )
}

const Line = ({ days, children }: { days: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
    <dt className="first-letter:uppercase">{days}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)

/** Only the visitor's own clock knows the current time, so the badge appears after hydration. */
function OpenBadge() {
  const { t } = useTranslation('contact')
  const [now] = useState(() => new Date())
  if (!useHydrated()) return null
  const isOpen = isOpenAt(now)
  return <Badge tone={isOpen ? 'good' : 'plain'}>{t(isOpen ? 'info.open' : 'info.closed')}</Badge>
}

function LocalHours() {
  const { t } = useTranslation('contact')
  const [now] = useState(() => new Date())
  const local = useHydrated() ? localHours(now) : null
  return <p className="min-h-5 text-sm text-muted">{local && t('info.local', local)}</p>
}

/** Monday to Friday, in UTC like all times in Storedawn. */
const businessHours = { firstDay: 1, lastDay: 5, opens: 9, closes: 18 }

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function isOpenAt(now: Date): boolean {
  const { firstDay, lastDay, opens, closes } = businessHours
  const [day, hour] = [now.getUTCDay(), now.getUTCHours()]
  return day >= firstDay && day <= lastDay && hour >= opens && hour < closes
}

/** The name of a weekday, 0 = Sunday. */
export const dayName = (locale: string, day: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    // 1 March 2026 is a Sunday.
    new Date(Date.UTC(2026, 2, 1 + day)),
  )

/**
 * The business hours on the day of `now` in local time of this zone; null when local time equals
 * UTC.
 */
export function localHours(now: Date, timeZone?: string): { from: string; to: string } | null {
  const { opens, closes } = businessHours
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  const at = (hour: number) => format.format(new Date(new Date(now).setUTCHours(hour, 0, 0, 0)))
  const [from, to] = [at(opens), at(closes)]
  return from === clock(opens) ? null : { from, to }
}

const names: Record<string, string | undefined> = {
  ...NETWORK_NAMES,
  bsky: NETWORK_NAMES.bluesky,
  github: 'GitHub',
}

/** Common name of the site that hosts a profile: the network's name, or the host. */
export function socialName(address: string): string {
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? address
  return names[host.split('.').at(-2) ?? ''] ?? host
}
