import { StoreSummary } from '#contracts/catalog/stores.ts'

const AT = '2026-11-20T10:00:00.000Z'

/** A store with almost no published data. */
export const exampleSummary = (values: Partial<StoreSummary> = {}): StoreSummary =>
  StoreSummary.parse({
    id: 1,
    slug: 'lamp',
    name: 'Lamp',
    domain: 'lamp.example',
    foundDay: '2026-11-20',
    foundAt: AT,
    visibleAt: AT,
    openedAt: null,
    launchStatus: 'new',
    launchDate: null,
    launchConfidence: 'low',
    movedHere: false,
    status: 'OPEN',
    country: null,
    currency: null,
    language: null,
    category: null,
    themeName: null,
    productCount: null,
    price: null,
    discountShare: null,
    apps: [],
    pixels: [],
    socials: [],
    hasTrending: false,
    hasEmail: false,
    hasPhone: false,
    email: null,
    emailKind: null,
    emailState: null,
    phone: null,
    hasContactForm: false,
    contactsLimited: false,
    logoUrl: null,
    isSaved: false,
    ...values,
  })
