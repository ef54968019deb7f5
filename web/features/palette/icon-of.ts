import {
  ArrowRight,
  Bookmark,
  CalendarDays,
  Filter,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Store,
  SunMoon,
  Zap,
} from 'lucide-react'
import type { PaletteItem } from './palette-item.ts'

/** Icon for an item; the text beside it says the same. */
export function iconOf({ group, id }: Pick<PaletteItem, 'group' | 'id'>): LucideIcon {
  switch (group) {
    case 'page':
      return Zap
    case 'recent':
    case 'stores':
      return Store
    case 'pages':
      return ArrowRight
    case 'dates':
      return CalendarDays
    case 'searches':
      return Bookmark
    case 'filters':
      return Filter
    case 'actions':
      return actionIcon(id)
    default:
      return group satisfies never
  }
}

function actionIcon(id: string): LucideIcon {
  if (id.startsWith('language')) return Languages
  if (id.startsWith('appearance')) return SunMoon
  return id === 'shortcuts' ? Keyboard : LogOut
}
