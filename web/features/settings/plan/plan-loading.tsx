import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/card.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

/** As high as what will come. */
export function PlanLoading() {
  const { t } = useTranslation('settings')
  return (
    <div className="@container grid gap-6" aria-busy>
      <Card className="grid h-74 place-items-center sm:h-65">
        <Waiting>{t('plan.loading')}</Waiting>
      </Card>
      <Bone className="h-220 rounded-lg @2xl:h-120" />
    </div>
  )
}
