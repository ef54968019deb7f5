/** The sections of the details in page order. Each name is the id of its heading and the key of its title. */
export const sectionNames = [
  'contact',
  'story',
  'launch',
  'information',
  'settings',
  'policies',
  'company',
  'technology',
] as const

export type SectionName = (typeof sectionNames)[number]
