import { tag } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { Line, LineLink, LineList } from "~/ui/line-list";

interface ListedRate {
  unique_ref: string;
  name: string;
  price: string;
  bands: readonly string[];
  payer: string;
  active: boolean;
}

/** One's own rates, those in use first. */
export function RateList({ rates }: { rates: readonly ListedRate[] }) {
  return (
    <LineList>
      {rates.map(({ unique_ref, name, price, bands, payer, active }) => (
        <Line
          key={unique_ref}
          heading={<LineLink to={pathTo("/extras/rates/:rateRef/", { rateRef: unique_ref })}>{name}</LineLink>}
          facts={
            <>
              {payer ? `${price}. ${payer}` : price}
              {bands.map((band) => (
                <span key={band}>
                  <br />
                  {band}
                </span>
              ))}
            </>
          }
        >
          {!active && <span className={tag()}>Archived</span>}
        </Line>
      ))}
    </LineList>
  );
}
