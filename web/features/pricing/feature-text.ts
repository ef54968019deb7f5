import { useTranslation } from 'react-i18next'
import { namesOf, type FeatureLine } from './tiers.ts'
import { useFormats } from '#web/lib/format.ts'

/** Text of a line on a plan's card. */
export function useFeatureText(): (line: FeatureLine) => string {
  const { t } = useTranslation('pricing')
  const formats = useFormats()
  return (line) => {
    switch (line.text) {
      case 'allOf':
        return t('features.allOf', { plan: t(`plans.${line.plan}.name`) })
      case 'exportLimited':
        return t('features.exportLimited', {
          formats: namesOf(line.formats),
          rows: formats.number(line.rows),
        })
      case 'exportUnlimited':
        return t('features.exportUnlimited', { formats: namesOf(line.formats) })
      case 'contacts':
        return t('features.contacts', { contacts: formats.number(line.stores) })
      case 'searches':
        return t('features.searches', { count: line.count })
      case 'research':
      case 'saved':
      case 'searchesUnlimited':
      case 'seats':
      case 'volume':
      case 'person':
        return t(`features.${line.text}`)
      default:
        return line satisfies never
    }
  }
}
