// A visitor of variants, made of one function for each kind.
#pragma once

namespace storey::drawing {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace storey::drawing
