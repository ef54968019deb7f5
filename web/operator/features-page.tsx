import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FeatureSwitch, listFeatures, switchFeature } from '#contracts/operator/features.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Block, CallAction, ConsolePage, List, ListRow } from './parts.tsx'

function FeaturesPage() {
  const { t } = useTranslation('operator')
  const features = useQuery(q(listFeatures, {}))
  return (
    <ConsolePage title={t('menu.features')} query={features}>
      {({ content }) => (
        <Block title={t('features.title')} text={t('features.text')}>
          <List items={content}>
            {(feature) => <Feature key={feature.name} feature={feature} />}
          </List>
        </Block>
      )}
    </ConsolePage>
  )
}

export { FeaturesPage as Component }

function Feature({ feature: { name: key, isOn, changedAt } }: { feature: FeatureSwitch }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const name = t(`features.names.${key}`)
  return (
    <ListRow
      actions={
        <CallAction
          call={switchFeature}
          input={{ params: { name: key }, body: { isOn: !isOn } }}
          done={t(isOn ? 'features.isOff' : 'features.isOn', { name })}
          reload={[listFeatures]}
          label={t(isOn ? 'features.switchOff' : 'features.switchOn')}
          about={name}
          title={t(isOn ? 'features.offTitle' : 'features.onTitle', { name })}
          text={t(`features.${isOn ? 'offText' : 'onText'}.${key}`)}
          isDangerous={isOn}
          size="sm"
        />
      }
    >
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {name}
        <Badge tone={isOn ? 'good' : 'bad'}>{t(isOn ? 'features.on' : 'features.off')}</Badge>
      </h3>
      {changedAt && (
        <p className="text-sm text-muted">
          {t('features.changed', { at: formats.moment(changedAt) })}
        </p>
      )}
      {!isOn && (
        <p className="mt-1 max-w-prose text-sm text-muted">{t(`features.offText.${key}`)}</p>
      )}
    </ListRow>
  )
}
