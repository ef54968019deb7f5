import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'

const itemClass =
  'flex min-h-10 pointer-coarse:min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:text-faint'

type MenuRootProps = {
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  className: string | undefined
  children: ReactNode
}

export function MenuRoot({ trigger, isOpen, onOpenChange, className, children }: MenuRootProps) {
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className={cn(
            'pop-in z-50 min-w-52 rounded-lg border border-line bg-raised p-1.5 shadow-float',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild className={itemClass}>
      <Link to={to}>{children}</Link>
    </DropdownMenu.Item>
  )
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item {...rest} className={cn(itemClass, className)} />
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; lang?: string }[]
}

export function MenuChoice<Value extends string>({
  label,
  value,
  onChange,
  options,
}: ChoiceProps<Value>) {
  return (
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        const option = options.find((each) => each.value === chosen)
        if (option) onChange(option.value)
      }}
    >
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          className={itemClass}
        >
          <span className="size-4">
            <DropdownMenu.ItemIndicator>
              <Check className="size-4" aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          {option.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-3 py-2 text-sm">{children}</div>
)
export const MenuRule = () => <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
