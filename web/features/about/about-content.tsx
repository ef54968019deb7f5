import { useTranslation } from 'react-i18next'
import { TrendParts } from './trend-parts.tsx'
import { TREND_FORMULA } from '#contracts/trend-formula.ts'
import { useSite } from '#web/lib/site.tsx'
import { TextBody } from '#web/ui/text-page/text-body.tsx'

const ids = [
  'story',
  'how-it-works',
  'launch-dates',
  'trends',
  'principles',
  'limits',
  'merchants',
  'contact',
] as const

/** Explains how the product works. Shows the formula's constants from the code that computes the score. */
export function AboutContent() {
  const { t } = useTranslation('about')
  const { operator, supportEmail } = useSite()
  const values = {
    operator: operator.name,
    email: supportEmail,
    stores: String(TREND_FORMULA.gate.leastStores),
    score: String(TREND_FORMULA.gate.leastScore),
    days: String(TREND_FORMULA.windowDays),
  }
  const sections = ids.map((id) => ({
    id,
    title: t(`sections.${id}.title`),
    lines: t(`sections.${id}.body`, { returnObjects: true, skipInterpolation: true }),
    values,
    below: id === 'trends' ? <TrendParts /> : undefined,
  }))
  return <TextBody sections={sections} />
}
