import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'

type Props<Item extends string> = {
  items: readonly Item[]
  nameOf: (item: Item) => string
  onChange: (items: readonly Item[]) => void
  /** Content of an item, before its buttons. */
  children: (item: Item, at: number) => ReactNode
}

/** A list whose order can be changed. Buttons move the items, so keyboard and touch work alike. */
export function OrderList<Item extends string>({ items, nameOf, onChange, children }: Props<Item>) {
  const { t } = useTranslation('components')
  const [announcement, setAnnouncement] = useState('')
  const move = (item: Item, step: -1 | 1) => {
    const next = moveItem(items, item, step)
    onChange(next)
    setAnnouncement(t('order.moved', { name: nameOf(item), place: next.indexOf(item) + 1 }))
  }
  const arrow = (item: Item, step: -1 | 1) => {
    const Arrow = step === -1 ? ArrowUp : ArrowDown
    const isAtEnd = item === items.at(step === -1 ? 0 : -1)
    return (
      <Button
        variant="quiet"
        size="icon"
        className="size-8! pointer-coarse:size-11!"
        aria-label={t(step === -1 ? 'order.up' : 'order.down', { name: nameOf(item) })}
        aria-disabled={isAtEnd || undefined}
        onClick={() => move(item, step)}
      >
        <Arrow className="size-4" aria-hidden />
      </Button>
    )
  }
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      <ol className="grid">
        {items.map((item, at) => (
          <li key={item} className="flex items-center gap-2 border-b border-line py-0.5 text-sm">
            {children(item, at)}
            {arrow(item, -1)}
            {arrow(item, 1)}
          </li>
        ))}
      </ol>
    </>
  )
}

/** At an end of the list it stays where it is. */
export function moveItem<Item extends string>(
  items: readonly Item[],
  item: Item,
  step: -1 | 1,
): readonly Item[] {
  const from = items.indexOf(item)
  const to = from + step
  return from < 0 || to < 0 || to >= items.length
    ? items
    : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
