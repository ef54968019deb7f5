import { BellPlus, BellRing } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FollowTarget } from '#contracts/workspace/follows.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx'
import { isSameTarget, useFollowChanges, useFollows } from './use-follows.ts'

type Props = {
  target: FollowTarget
  name: string
  size?: ButtonSize
  variant?: ButtonVariant
  className?: string
}

/** So many free follows are named beside the action. */
const SCARCE = 3

/** Follows and unfollows; its title says what that sends. Its page loads the texts `follows`. */
export function FollowButton({ target, name, variant = 'secondary', ...look }: Props) {
  const { t } = useTranslation('follows')
  const formats = useFormats()
  const hint = useId()
  const { data } = useFollows()
  const { follow, unfollow, isPending } = useFollowChanges()
  const known = data?.follows.find((one) => isSameTarget(one.target, target))
  const used = data?.follows.length ?? 0
  const room = data && t('room', { used: formats.number(used), limit: formats.number(data.limit) })
  const isScarce = data !== undefined && !known && data.limit - used <= SCARCE
  const sends = t(`sends.${target.kind}`)
  const Icon = known ? BellRing : BellPlus
  return (
    <>
      <Button
        {...look}
        variant={known ? 'secondary' : variant}
        aria-pressed={known !== undefined}
        aria-describedby={hint}
        title={[sends, room].filter(Boolean).join(' ')}
        isBusy={isPending}
        disabled={!data}
        onClick={() => void (known ? unfollow({ target, name }, known) : follow({ target, name }))}
      >
        {!isPending && <Icon className="size-4 shrink-0" aria-hidden />}
        <span className={look.size === 'sm' ? 'max-sm:sr-only' : undefined}>
          {t(known ? 'following' : 'follow')}
        </span>
        {isScarce && (
          <span className="font-normal text-muted tabular-nums" aria-hidden>
            {formats.number(used)}/{formats.number(data.limit)}
          </span>
        )}
        <span className="sr-only">{name}</span>
      </Button>
      <span id={hint} hidden>
        {sends} {room}
      </span>
    </>
  )
}
