import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** A single button. */
  trigger: ReactElement
  label: string
  children: ReactNode
}

/** A small note that a button opens by click, touch or key. Esc or a click elsewhere closes it. */
export function Popover({ trigger, label, children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="pop-in z-50 w-[min(22rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-4 text-sm shadow-float focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
