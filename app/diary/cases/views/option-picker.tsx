import { Link } from "react-router";
import { css } from "styled-system/css";
import { KINDS } from "~/diary/cases/options";
import { FieldError } from "~/ui/forms/field-frame";
import { FormSection } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { BLOCK_IDS, type CaseOption, type OptionKind, STANDARD, STANDARD_OPTIONS } from "../standard-options";
import { AllGroups, BlockChip, Chip, chips, Group } from "./chips";
import { ChosenOptions, OptionFinder } from "./option-finder";
import { fits, useChosen } from "./use-chosen";

interface OptionPickerProps {
  form: FormView;
  kind: OptionKind;
  /** The user's own options that can be chosen. */
  custom: readonly CaseOption[];
  /** The user's most used options of late, shown first. */
  usual: readonly CaseOption[];
}

/**
 * Shows the user's most used options first, then tick boxes by group; each heading has the number of chosen options.
 */
export function OptionPicker({ form, kind, custom, usual }: OptionPickerProps) {
  const { title, some, many, chosen: name, added } = KINDS[kind];
  const { root, scripted, fresh, ticked, follow, press, removeChosen, addNew } = useChosen(form, { name, added });

  const start = form.values(name);
  const isStarted = ({ id }: CaseOption) => start.includes(id);
  const isTicked = ({ id }: CaseOption) => ticked.includes(id);
  const all = [...STANDARD_OPTIONS[kind], ...custom, ...fresh];
  // Each option has one tick box: one that is shown first is left out of its group.
  const unusual = (options: readonly CaseOption[]) => options.filter(({ id }) => !usual.some((each) => each.id === id));
  const groups = STANDARD[kind].map((group) => ({ ...group, options: unusual(group.options) }));
  const own = unusual(custom);
  const ownOpen = own.some(isStarted) || form.values(added).some(Boolean);
  const hasUsual = usual.length > 0;
  const boxOf = (option: CaseOption, id?: string) => {
    const box = { id, name, option, checked: start.includes(option.id) };
    const isBlock = BLOCK_IDS.includes(option.id);
    return isBlock ? <BlockChip key={option.id} form={form} {...box} /> : <Chip key={option.id} {...box} />;
  };

  return (
    <FormSection
      form={form}
      title={title}
      fields={[name, added]}
      nothing="None"
      open={kind === "airway" || hasUsual || start.length > 0}
      message={({ values }) => {
        const chosen = all.filter(({ id }) => values(name).includes(id)).map(({ label }) => label);
        return [...chosen, ...values(added)].filter(Boolean).join(", ");
      }}
    >
      <div ref={root} className={picker} onChange={follow}>
        <FieldError form={form} name={name} />
        {scripted && (
          <>
            <ChosenOptions label={`${title}, chosen`} options={all.filter(isTicked)} remove={removeChosen} />
            <OptionFinder
              label={`Find ${some}`}
              options={all}
              usual={usual}
              ticked={ticked}
              choose={press}
              addOwn={addNew}
            />
          </>
        )}
        {hasUsual && (
          <fieldset className={usualOnes}>
            <legend>Used most</legend>
            <div className={chips}>{usual.map((option, place) => boxOf(option, place === 0 ? name : undefined))}</div>
          </fieldset>
        )}
        <AllGroups folded={hasUsual && !ownOpen && unusual(all.filter(isStarted)).length === 0} title={`All ${many}`}>
          {groups.map(({ name: group, options, common }, index) => (
            <Group
              key={group}
              title={group}
              open={(!hasUsual && common === true && options.length > 0) || options.some(isStarted)}
              chosen={options.filter(isTicked).length}
            >
              <div className={chips}>
                {options.map((option, place) => {
                  return boxOf(option, index === 0 && place === 0 && !hasUsual ? name : undefined);
                })}
              </div>
            </Group>
          ))}
          <Group
            title="Your own"
            open={ownOpen || (!hasUsual && own.length > 0)}
            chosen={[...own, ...fresh].filter(isTicked).length}
          >
            <div className={chips}>
              {own.map((option) => boxOf(option))}
              {fresh.map(({ id, label }) => (
                <Chip key={id} name={added} option={{ id: label, label }} checked />
              ))}
            </div>
            <OwnName form={form} kind={kind} listed={custom.length > 0} />
          </Group>
        </AllGroups>
      </div>
    </FormSection>
  );
}

/** Text field for the name of an option that is not on a list. */
function OwnName({ form, kind, listed }: Pick<OptionPickerProps, "form" | "kind"> & { listed: boolean }) {
  const { added, some } = KINDS[kind];
  // Valid names that were sent are shown as ticked chips instead.
  const rest: FormView = { ...form, value: (name) => form.values(name).find((label) => !fits(label)) ?? "" };
  return (
    <>
      <TextField
        form={rest}
        name={added}
        label={`Add ${some} of your own`}
        hint="Selected for this case, and added to your list"
        width="ch40"
      />
      {listed && (
        <p className={css({ fontSize: "sm" })}>
          <Link to="/logbook/options/" target="_blank">
            Rename or archive your own options (opens in a new tab)
          </Link>
        </p>
      )}
    </>
  );
}

const picker = css({ display: "grid", gap: "4", gridTemplateColumns: "minmax(0, 1fr)" });

const usualOnes = css({
  border: "none",
  padding: "0",
  margin: "0",
  minWidth: "0",
  "& > legend": { fontSize: "sm", color: "quiet", paddingBottom: "2" },
});
