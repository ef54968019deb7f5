import { useTranslation } from 'react-i18next'
import { TREND_COMPONENTS, TREND_FORMULA } from '#contracts/catalog/trending.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { RichText } from '#web/site/text-page/rich-text.tsx'
import { DefinitionList, TextBody } from '#web/site/text-page/text-body.tsx'

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

/**
 * Explains how the product works. Shows the formula's constants from the code that computes the
 * score.
 */
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

function TrendParts() {
  const { t } = useTranslation('about')
  const rows = TREND_COMPONENTS.map((name) => ({
    name,
    term: (
      <>
        {t(`sections.trends.names.${name}`)}
        <span className="block text-xs font-normal text-muted">
          {t('sections.trends.points', { points: TREND_FORMULA.weights[name] })}
        </span>
      </>
    ),
    text: t(`sections.trends.parts.${name}`),
  }))
  return (
    <>
      <DefinitionList rows={rows} />
      <RichText lines={t('sections.trends.after', { returnObjects: true })} />
    </>
  )
}
