import { useId, type ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Card } from '#web/ui/card.tsx'

type Props = {
  title: ReactNode
  text?: ReactNode
  /** Marks irreversible actions. */
  isDangerous?: boolean
  children: ReactNode
}

export function Section({ title, text, isDangerous = false, children }: Props) {
  const id = useId()
  return (
    <Card role="region" aria-labelledby={id} className={cn('p-5 sm:p-6', isDangerous && 'border-bad')}>
      <h2 id={id} tabIndex={-1} className={cn('text-lg outline-none', isDangerous && 'text-bad')}>
        {title}
      </h2>
      {text != null && <p className="mt-1 text-sm text-muted">{text}</p>}
      <div className="mt-5">{children}</div>
    </Card>
  )
}
