import { useTranslation } from 'react-i18next'
import type { StoreDetails } from '#contracts/stores.ts'
import { useFormats } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confidence } from '#web/ui/confidence.tsx'
import { isLaunchReason } from './launch-reason.ts'
import { SignalTable } from './signal-table.tsx'

/** When the store opened, how sure that is, which rule decided, and every dated signal that the rule considered. */
export function LaunchSection({ store }: { store: StoreDetails }) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  const { launchReason: reason } = store
  return (
    <Card>
      <div className="border-b border-line px-4 py-4 sm:px-5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <strong className="text-xl font-semibold">
            {store.launchDate ? formats.day(store.launchDate) : t('launchUnknown')}
          </strong>
          <Confidence level={store.launchConfidence} className="text-sm text-muted" />
          {store.movedHere && <Badge tone="ink">{t('moved.badge')}</Badge>}
        </p>
        <p className="mt-1.5 max-w-prose text-sm text-muted">
          {isLaunchReason(reason) ? t(`launchReason.${reason}`) : t('launchReason.other')}
        </p>
        {store.movedReason && store.movedReason !== reason && (
          <p className="mt-1.5 max-w-prose text-sm text-muted">{t(`moved.reasons.${store.movedReason}`)}</p>
        )}
      </div>
      {store.signals.length > 0 ? (
        <SignalTable signals={store.signals} />
      ) : (
        <p className="px-4 py-4 text-sm text-faint sm:px-5">{t('noSignals')}</p>
      )}
    </Card>
  )
}
