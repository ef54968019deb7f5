import { Trans, useTranslation } from 'react-i18next'
import { addDays } from '#contracts/dates.ts'
import type { Brief, BriefNiche } from '#contracts/workspace/brief.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { searchQuery } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { ActionLink, BRIEF_LINES, BriefGroup, BriefLine, GroupLink, Plate } from './brief-group.tsx'

/** The figures of followed niches, each with the way to exactly those stores. */
export function Niches({ brief: { niches, counts } }: { brief: Brief }) {
  const { t } = useTranslation('brief')
  if (niches.length === 0) return null
  return (
    <BriefGroup
      title={t('niches.title')}
      count={counts.niches}
      more={<GroupLink to={paths.pulse()}>{t('niches.another')}</GroupLink>}
    >
      {niches.slice(0, BRIEF_LINES).map((niche) => (
        <NicheLine key={`${niche.category} ${niche.country}`} niche={niche} />
      ))}
    </BriefGroup>
  )
}

const WEEK_DAYS = 7

function NicheLine({ niche }: { niche: BriefNiche }) {
  const { t } = useTranslation(['brief', 'list'])
  const formats = useFormats()
  const today = useToday()
  const { category, country, now, before, days } = niche
  const name = t(`list:filter.category.options.${category}`)
  const where = t('niches.in', { country: formats.country(country) })
  const week = { kind: 'range', from: addDays(today, 1 - WEEK_DAYS), to: today } as const
  return (
    <BriefLine
      sign={<Plate country={country} />}
      to={paths.niche(category, country)}
      name={
        <>
          {name}
          <span className="sr-only"> {where}</span>
        </>
      }
      text={
        <Trans
          t={t}
          i18nKey={
            before === null ? 'niches.alone' : before === now ? 'niches.same' : 'niches.compared'
          }
          values={{ now: formats.number(now), before: formats.number(before ?? 0) }}
          components={{ b: <b className="font-semibold text-ink" /> }}
        />
      }
      aside={<Bars days={days} />}
      action={
        <ActionLink
          to={paths.list({ category, country, ...searchQuery(week) })}
          of={`${name}, ${where}`}
        >
          {t('niches.show', { total: formats.number(now) })}
        </ActionLink>
      }
    />
  )
}

const [STEP, WIDTH, HEIGHT] = [5, 3.5, 18]

/** The last week is darker. A day without data has no bar, one without a store a line. */
function Bars({ days }: Pick<BriefNiche, 'days'>) {
  const most = Math.max(1, ...days.map((count) => count ?? 0))
  return (
    <svg
      viewBox={`0 0 ${STEP * days.length - (STEP - WIDTH)} ${HEIGHT}`}
      className="block h-4.5"
      aria-hidden
    >
      {days.map((count, at) => {
        if (count === null) return null
        const tall = Math.max(1, (count / most) * HEIGHT)
        return (
          <rect
            key={at}
            x={at * STEP}
            y={HEIGHT - tall}
            width={WIDTH}
            height={tall}
            className={at >= days.length - WEEK_DAYS ? 'fill-muted' : 'fill-rule'}
          />
        )
      })}
    </svg>
  )
}
