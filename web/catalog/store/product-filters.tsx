import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '#web/ui/choices.tsx'
import { Input, Select } from '#web/ui/form/form-controls.tsx'
import {
  MAX_LETTERS,
  type ProductMark,
  productMarks,
  type ProductsAddress,
  productSorts,
} from './products-address.ts'

type Props = { address: ProductsAddress; change: (to: Partial<ProductsAddress>) => void }

/** Search, marks and order of the products; every change applies at once. */
export function ProductFilters({ address, change }: Props) {
  const { t } = useTranslation('store-details')
  return (
    <search aria-label={t('productFilter.label')} className="flex flex-wrap items-center gap-3">
      <TitleSearch text={address.text} onText={(text) => change({ text })} />
      <Select
        aria-label={t('productFilter.sort')}
        value={address.sort}
        className="max-sm:w-full"
        onChange={(event) => {
          const sort = productSorts.find((each) => each === event.target.value)
          if (sort) change({ sort })
        }}
      >
        {productSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`productFilter.${sort}`)}
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-2">
        {productMarks.map((mark) => {
          const isOn = (each: ProductMark) => address.marks.includes(each)
          return (
            <Chip
              key={mark}
              label={t(`productFilter.${mark}`)}
              isChosen={isOn(mark)}
              onChoose={() =>
                change({ marks: productMarks.filter((each) => isOn(each) !== (each === mark)) })
              }
            />
          )
        })}
      </div>
    </search>
  )
}

const TYPING_PAUSE_MS = 250

/**
 * Searches when the user stops typing or presses Enter. While the user is not typing, it shows the
 * text of the address.
 */
function TitleSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('store-details')
  const [typed, setTyped] = useState<string | null>(null)
  const ask = () => {
    if (typed !== null && typed.trim() !== text) onText(typed)
  }
  useEffect(() => {
    const timer = setTimeout(ask, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <form
      className="relative grow sm:max-w-72"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <Search
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        type="search"
        aria-label={t('productFilter.search')}
        placeholder={t('productFilter.search')}
        value={typed ?? text}
        maxLength={MAX_LETTERS}
        autoComplete="off"
        enterKeyHint="search"
        className="ps-9"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          ask()
          setTyped(null)
        }}
      />
    </form>
  )
}
