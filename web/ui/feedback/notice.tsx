import { CircleAlert, CircleCheck, Info, type LucideIcon, ShieldAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

type NoticeTone = 'bad' | 'sun' | 'good' | 'plain'

const tones: Record<NoticeTone, string> = {
  bad: 'bg-bad-wash text-bad',
  sun: 'bg-sun-wash text-sun-ink',
  good: 'bg-good-wash text-good',
  plain: 'bg-sunken text-ink',
}

const icons: Record<NoticeTone, LucideIcon> = {
  bad: CircleAlert,
  sun: ShieldAlert,
  good: CircleCheck,
  plain: Info,
}

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: NoticeTone
  icon?: LucideIcon
  title?: ReactNode
}

/** Put it into a live region if screen readers should announce it. */
export function Notice({ tone = 'plain', icon, title, className, children, ...rest }: Props) {
  const Icon = icon ?? icons[tone]
  return (
    <div
      {...rest}
      className={cn('flex gap-3 rounded-md px-4 py-3 text-sm', tones[tone], className)}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-1 *:justify-self-start">
        {title != null && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
