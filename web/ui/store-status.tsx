import { useTranslation } from 'react-i18next'
import type { StoreStatus as Status } from '#contracts/stores.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Record<Status, BadgeTone> = { OPEN: 'good', PASSWORD_PROTECTED: 'sun', CLOSED: 'bad' }

export function StoreStatus({ status }: { status: Status }) {
  const { t } = useTranslation('common')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
