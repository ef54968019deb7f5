import { useTranslation } from 'react-i18next'
import { TREND_COMPONENTS, TREND_FORMULA } from '#contracts/trend-formula.ts'
import { RichText } from '#web/ui/text-page/rich-text.tsx'
import { TextLedger } from '#web/ui/text-page/text-ledger.tsx'

/** The parts of a product's score. */
export function TrendParts() {
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
      <TextLedger rows={rows} />
      <RichText lines={t('sections.trends.after', { returnObjects: true })} />
    </>
  )
}
