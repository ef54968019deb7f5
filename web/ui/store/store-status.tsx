import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { LaunchConfidence } from '#contracts/catalog/facts.ts'
import type { StoreStatus as Status } from '#contracts/catalog/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Record<Status, BadgeTone> = { OPEN: 'good', PASSWORD_PROTECTED: 'sun', CLOSED: 'bad' }

export function StoreStatus({ status }: { status: Status }) {
  const { t } = useTranslation('common')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}

const dots: Record<LaunchConfidence, string> = {
  high: 'bg-good border-good',
  medium: 'border-sun-ink bg-linear-to-r from-sun-ink from-50% to-transparent to-50%',
  low: 'border-control',
}

type Props = { level: LaunchConfidence; isShort?: boolean; className?: string }

/** Confidence in a launch day: a full, half or empty dot, always with the word. */
export function Confidence(props: Props) {
  const { t } = useTranslation('common')
  return <TranslatedConfidence {...props} t={t} />
}

/** The same with translations passed in, for lists that look them up once. */
export function TranslatedConfidence({
  level,
  isShort = false,
  className,
  t,
}: Props & { t: TFunction<'common'> }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5', className)}>
      <span className={cn('size-2 shrink-0 rounded-full border', dots[level])} aria-hidden />
      {isShort ? (
        <>
          <span aria-hidden>{t(`confidenceShort.${level}`)}</span>
          <span className="sr-only">{t(`confidence.${level}`)}</span>
        </>
      ) : (
        t(`confidence.${level}`)
      )}
    </span>
  )
}
