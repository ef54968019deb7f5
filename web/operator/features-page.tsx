import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FeatureSwitch, listFeatures, switchFeature } from '#contracts/operator/features.ts'
import { q, useCall } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ConfirmedAction } from '#web/ui/dialog.tsx'
import { Block, Answer, SectionHead, useAction } from './parts.tsx'

/** What operators can switch off for a while. */
function FeaturesPage() {
  const { t } = useTranslation('operator')
  const features = useQuery(q(listFeatures, {}))
  return (
    <>
      <SectionHead title={t('menu.features')} />
      <Answer query={features}>
        {({ content }) => (
          <div className="mt-6 grid grid-cols-1 gap-6">
            <Block title={t('features.title')} text={t('features.text')}>
              <ul className="divide-y divide-line">
                {content.map((feature) => (
                  <Feature key={feature.name} feature={feature} />
                ))}
              </ul>
            </Block>
          </div>
        )}
      </Answer>
    </>
  )
}

export { FeaturesPage as Component }

export const loader = pageLoader(['operator', 'forms'])

function Feature({ feature: { name: key, isOn, changedAt } }: { feature: FeatureSwitch }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const change = useCall(switchFeature)
  const { run, isBusy } = useAction(listFeatures.name)
  const name = t(`features.names.${key}`)
  return (
    <li className="grid gap-3 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6">
      <div className="min-w-0">
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
      </div>
      <ConfirmedAction
        label={t(isOn ? 'features.switchOff' : 'features.switchOn')}
        about={name}
        title={t(isOn ? 'features.offTitle' : 'features.onTitle', { name })}
        text={t(`features.${isOn ? 'offText' : 'onText'}.${key}`)}
        isDangerous={isOn}
        size="sm"
        isBusy={isBusy}
        onConfirm={() =>
          run(
            () => change.mutateAsync({ params: { name: key }, body: { isOn: !isOn } }),
            t(isOn ? 'features.isOff' : 'features.isOn', { name }),
          )
        }
      />
    </li>
  )
}
