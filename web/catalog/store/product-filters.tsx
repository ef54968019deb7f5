import { useTranslation } from 'react-i18next'
import { Chip } from '#web/ui/choices.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
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
      <SearchField
        label={t('productFilter.search')}
        maxLength={MAX_LETTERS}
        value={address.text}
        onSearch={(text) => change({ text })}
        className="grow sm:max-w-72"
      />
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
