import { hash } from '../../random.ts'

const PARTS = [
  'header',
  'hero',
  'card',
  'grid',
  'footer',
  'drawer',
  'banner',
  'button',
  'field',
  'badge',
  'price',
  'media',
  'slider',
  'tabs',
  'menu',
  'modal',
]
const SLOTS = [
  'root',
  'title',
  'body',
  'action',
  'image',
  'list',
  'item',
  'icon',
  'wrapper',
  'inner',
]

const sheets = new Map<string, string>()

/**
 * An inline style sheet of some kilobytes, as themes have it; the same for all shops with the
 * theme.
 */
export function themeStyles(schemaName: string, rules: number): string {
  const name = `${schemaName}/${rules}`
  const known = sheets.get(name)
  if (known !== undefined) return known
  const hue = hash('sheet', schemaName) % 360
  const lines = [
    `:root{--color-base:${hue},22%,96%;--color-ink:${(hue + 180) % 360},30%,14%;--page-width:1200px;--radius:${hue % 9}px}`,
  ]
  for (let number = 0; number < rules; number++) {
    const part = PARTS[number % PARTS.length] ?? 'part'
    const slot = SLOTS[Math.floor(number / PARTS.length) % SLOTS.length] ?? 'slot'
    lines.push(
      `.${part}__${slot}--${number}{display:${number % 3 === 0 ? 'grid' : 'flex'};gap:${number % 24}px;padding:${(number * 7) % 40}px;border-radius:var(--radius);color:hsl(var(--color-ink))}`,
    )
  }
  const sheet = lines.join('\n')
  sheets.set(name, sheet)
  return sheet
}
