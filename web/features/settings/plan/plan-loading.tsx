import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/card.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { Waiting } from '#web/ui/waiting.tsx'

/** As high as the loaded content. */
export function PlanLoading() {
  const { t } = useTranslation('settings')
  return (
    <div className="grid gap-6" aria-busy>
      <Card className="grid h-99 place-items-center sm:h-73">
        <Waiting>{t('plan.loading')}</Waiting>
      </Card>
      <Bone className="h-241 rounded-lg md:h-112" />
      <Bone className="h-41 rounded-lg sm:h-31" />
    </div>
  )
}
